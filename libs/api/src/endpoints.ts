/**
 * Presets of the `endpoints` option. None is used by default: without endpoints, requests go to the networks' own
 * `rpcUrls` only.
 */

/** Returns the endpoints of the mock server at this address, such as `http://127.0.0.1:7000`. */
export const makeMockEndpoints = (baseUrl: string) => ({
  directory: baseUrl,
  blockchain: baseUrl,
  analytics: baseUrl,
})

/** The public hosts of AppKit dApps. They require their own project id. */
export const wellKnownEndpoints = {
  directory: "https://api.web3modal.org",
  blockchain: "https://rpc.walletconnect.org",
  analytics: "https://pulse.walletconnect.org",
  relay: "wss://relay.walletconnect.org",
  secureSite: "https://secure.walletconnect.org",
} as const
