/**
 * Presets of the `endpoints` option. None is used unless a host names it: without endpoints
 * nothing is asked but the networks' own `rpcUrls`.
 */

/** The mock server at this address, such as `http://127.0.0.1:7000`. */
export const makeMockEndpoints = (baseUrl: string) => ({
  directory: baseUrl,
  blockchain: baseUrl,
  analytics: baseUrl,
})

/** The public hosts that dApps of the well-known kit use. They want a project id of theirs. */
export const wellKnownEndpoints = {
  directory: "https://api.web3modal.org",
  blockchain: "https://rpc.walletconnect.org",
  analytics: "https://pulse.walletconnect.org",
  relay: "wss://relay.walletconnect.org",
  secureSite: "https://secure.walletconnect.org",
} as const
