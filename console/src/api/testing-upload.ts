/** For `vi.stubGlobal('XMLHttpRequest', ...)`: a server that receives forms into `forms`, and replies to each with `data`. */
export const formReceiver = (data: object, forms: FormData[] = []) =>
  class {
    readonly upload = {};
    readonly responseText = JSON.stringify({ code: '0', msg: '', data });
    onload?: () => void;
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      forms.push(form);
      this.onload?.();
    }
  };
