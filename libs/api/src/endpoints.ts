/**
 * A preset of the `endpoints` option: the public hosts of AppKit dApps, which require their own project id. It is not
 * used by default: without endpoints, requests go to the networks' own `rpcUrls` only.
 */
export const wellKnownEndpoints = {
  directory: "https://api.web3modal.org",
  blockchain: "https://rpc.walletconnect.org",
  analytics: "https://pulse.walletconnect.org",
  relay: "wss://relay.walletconnect.org",
  secureSite: "https://secure.walletconnect.org",
} as const
