/** What a request comes with. Without a port, as in a test, there is no peer and `incoming` is absent. */
export interface Env {
  readonly Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
  }
}
