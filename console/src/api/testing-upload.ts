type Reply = { readonly code: string; readonly msg: string; readonly data: unknown };

/**
 * For `vi.stubGlobal('XMLHttpRequest', ...)`: a server that receives forms into `forms` and their headers into `headers`, and gives
 * each the reply; null: none.
 */
export const formServer = (reply: Reply | null, forms: FormData[] = [], headers: Record<string, string> = {}) =>
  class {
    readonly upload = {};
    readonly responseText = JSON.stringify(reply);
    onload?: () => void;
    onerror?: () => void;
    open() {}
    setRequestHeader(name: string, value: string) {
      headers[name] = value;
    }
    abort() {}
    send(form: FormData) {
      forms.push(form);
      if (reply) this.onload?.();
      else this.onerror?.();
    }
  };

/** One that accepts them, with this data. */
export const formReceiver = (data: object, forms: FormData[] = []) => formServer({ code: '0', msg: '', data }, forms);
