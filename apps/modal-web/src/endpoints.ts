import type { Endpoints, HostEndpoints } from "@wmodal/core"

/**
 * The public hosts of the well-known wallet directory, blockchain API, analytics, relay and secure site. They require a
 * `projectId` of their own operator, and are third parties: they receive the requests of your users' modals. Spread them
 * and leave out those that you do not want. `imageHosts` are those of token logos. Source: the policy that their operator
 * documents (docs.reown.com, Content Security Policy).
 * @example createWModal({ projectId, endpoints: wellKnownEndpoints, ... })
 */
export const wellKnownEndpoints: Omit<Required<HostEndpoints>, "prices"> = {
  directory: "https://api.web3modal.org",
  blockchain: "https://rpc.walletconnect.org",
  analytics: "https://pulse.walletconnect.org",
  relay: "wss://relay.walletconnect.org",
  secureSite: "https://secure.walletconnect.org",
  imageHosts: ["tokens.1inch.io", "tokens-data.1inch.io", "cdn.zerion.io"],
}

/**
 * The endpoints of a mock server, with its relay and its secure site. It serves its pictures itself.
 * @param server its URL, such as `http://127.0.0.1:4174`, whose secure site is taken to be on the next port, as it is where
 * that port is free; or what `wmodal mock --json` prints and `startMockServer` returns as `endpoints`, which names it.
 * @throws TypeError when `server` is not a URL.
 * @example createWModal({ projectId: "demo", endpoints: mockEndpoints("http://127.0.0.1:4174"), ... })
 */
export const mockEndpoints = (server: string | Required<Endpoints>): Required<HostEndpoints> => {
  if (typeof server !== "string") {
    const { directory, blockchain, analytics, relay, secureSite, prices } = server
    const imageHosts = [new URL(blockchain).host]
    return { directory, blockchain, analytics, relay, secureSite, prices, imageHosts }
  }
  const { origin, port, protocol, hostname, host } = new URL(server)
  const scheme = protocol === "https:" ? "wss:" : "ws:"
  const nextPort = Number(port || (protocol === "https:" ? 443 : 80)) + 1
  return {
    directory: origin,
    blockchain: origin,
    analytics: origin,
    relay: `${scheme}//${host}`,
    secureSite: `${protocol}//${hostname}:${nextPort}`,
    prices: `${origin}/prices`,
    imageHosts: [host],
  }
}
