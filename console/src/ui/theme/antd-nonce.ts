/**
 * Gives the nonce to style tags that scripts append to `head` without one. antd's tables, dialogs and drawers measure scroll
 * bars and hold the page still by such tags, whatever its provider knows (react-component/util issue 613): the content security
 * policy would refuse them. Whoever can append one is a script that may read the nonce, so nothing is let in by this.
 */
export function giveNonce(head: HTMLHeadElement, nonce: string): void {
  const append = head.appendChild.bind(head);
  head.appendChild = <T extends Node>(node: T): T => {
    if (node instanceof HTMLStyleElement && !node.nonce) node.nonce = nonce;
    return append(node);
  };
}
