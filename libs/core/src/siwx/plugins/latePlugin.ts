import type { SiwxPlugin } from "../Siwx.ts"

/**
 * Makes a plugin whose code loads with its first call; after a failure, the next call loads again. It imports nothing,
 * so that a page's first script shares no file with it.
 */
export const latePlugin = (load: () => Promise<SiwxPlugin>, required: boolean): SiwxPlugin => {
  let loading: Promise<SiwxPlugin> | null = null
  const get = () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null
      throw cause
    })
    return loading
  }
  return {
    createMessage: async (input) => (await get()).createMessage(input),
    addSession: async (session) => (await get()).addSession(session),
    revokeSession: async (chainId, address) => (await get()).revokeSession(chainId, address),
    setSessions: async (sessions) => (await get()).setSessions(sessions),
    getSessions: async (chainId, address) => (await get()).getSessions(chainId, address),
    getRequired: () => required,
  }
}
