import { createClient, http } from "viem"

/** Anything that takes JSON-RPC requests, as in EIP-1193. */
export interface SiwxProvider {
  readonly request: (request: {
    readonly method: string
    readonly params?: readonly unknown[]
  }) => Promise<unknown>
}

/** A node: an HTTP URL, or an object with `request`. */
export type SiwxNode = string | SiwxProvider

/** The time within which a node has to respond, in milliseconds. */
const nodeTimeoutMs = 10_000

/** Returns a provider whose requests fail after the deadline. It makes one attempt. */
export const toProvider = (node: SiwxNode): SiwxProvider => {
  const provider = typeof node === "string" ? toHttpProvider(node) : node
  return {
    request: (request) => {
      let timer: ReturnType<typeof setTimeout>
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("The node did not respond in time.")), nodeTimeoutMs)
      })
      return Promise.race([provider.request(request), deadline]).finally(() => clearTimeout(timer))
    },
  }
}

const toHttpProvider = (url: string): SiwxProvider => {
  const { request } = createClient({
    // The node was named by the server's operator; where a redirect leads was not.
    transport: http(url, { retryCount: 0, timeout: nodeTimeoutMs, fetchOptions: { redirect: "error" } }),
  })
  return { request: (call) => request(call as never) }
}

/** Nodes report a revert by this code, or by the text of an error with one of the others. */
const revertCode = 3
const failureCodes = [-32000, -32003, -32015, -32603]

/** Returns true for the error of a node that ran a call to its end: it says something about the signature. */
export const isRevert = (error: unknown): boolean => {
  for (let cause = error, depth = 0; depth < 10 && typeof cause === "object" && cause !== null; depth++) {
    const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
    if (code === revertCode) return true
    if (
      failureCodes.some((known) => known === code) &&
      /execution reverted|vm exception|revert$|^revert|invalid opcode|invalid jump|stack (?:under|over)flow/i.test(
        String(message),
      )
    )
      return true
    cause = (cause as { readonly cause?: unknown }).cause
  }
  return false
}
