/**
 * Adds the nonce to style tags that scripts append to `head`. antd measures scroll bars and locks scrolling with such tags,
 * ignoring its provider (react-component/util issue 613); the content security policy would block them. Only scripts, which may
 * read the nonce anyway, can append tags.
 */
export function giveNonce(head: HTMLHeadElement, nonce: string): void {
  const append = head.appendChild.bind(head);
  head.appendChild = <T extends Node>(node: T): T => {
    if (node instanceof HTMLStyleElement && !node.nonce) node.nonce = nonce;
    return append(node);
  };
}
