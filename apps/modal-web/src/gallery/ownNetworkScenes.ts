import type { View } from "@wmodal/core"
import { OwnNetworkError, type OwnNetworkReason, type OwnNetworkState } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import { ethereum, quietFlows, signedIn } from "./signedIn.ts"

const own: Network = {
  ...ethereum,
  id: 31_337,
  caipNetworkId: "eip155:31337",
  name: "Workshop",
  nativeCurrency: { name: "WKS", symbol: "WKS", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
  blockExplorers: { default: { name: "explorer.example", url: "https://explorer.example" } },
  assets: {},
  addedByUser: true,
}
const long: Network = {
  ...own,
  id: 9_007_199_254_740_991,
  caipNetworkId: "eip155:9007199254740991",
  name: "The Workshop of the Longest Network Names",
  rpcUrls: { default: { http: [`https://rpc.example/${"a1b2".repeat(24)}`] } },
}
const configured = [ethereum, own, long] as const

const makeScene = (
  view: View,
  ownNetworks: OwnNetworkState = { _tag: "Editing", error: null },
): Partial<FakeEngineState> => ({
  ...signedIn,
  configured,
  features: { addNetworks: true },
  history: [{ _tag: "Networks" }, view],
  flows: { ...quietFlows, ownNetworks },
})

const refused = (reason: OwnNetworkReason) =>
  makeScene({ _tag: "AddNetwork" }, { _tag: "Editing", error: new OwnNetworkError({ reason }) })
const host = "rpc.example"

/** Scenes of the networks that users add, in every state. */
export const ownNetworkScenes = {
  "networks-own": {
    ...signedIn,
    configured,
    features: { addNetworks: true },
    history: [{ _tag: "Networks" }],
  },
  "network-add": makeScene({ _tag: "AddNetwork" }),
  "network-add-faults": refused({
    _tag: "Invalid",
    faults: {
      name: "missing",
      url: "insecure",
      chainId: "notNumber",
      symbol: "tooLong",
      explorer: "notUrl",
    },
  }),
  "network-add-checking": makeScene({ _tag: "AddNetwork" }, { _tag: "Checking", host }),
  "network-add-listed": refused({ _tag: "Listed", network: ethereum }),
  "network-add-not-offered": refused({ _tag: "NotOffered" }),
  "network-add-no-response": refused({ _tag: "NoResponse", host }),
  "network-add-other": refused({ _tag: "OtherNetwork", host, typed: "8453", served: "1" }),
  "network-add-no-node": refused({ _tag: "OtherNetwork", host, typed: "8453", served: null }),
  "network-own": makeScene({ _tag: "OwnNetwork", network: own.caipNetworkId }),
  "network-own-long": makeScene({ _tag: "OwnNetwork", network: long.caipNetworkId }),
  "network-own-last": makeScene(
    { _tag: "OwnNetwork", network: own.caipNetworkId },
    { _tag: "Editing", error: new OwnNetworkError({ reason: { _tag: "Last", network: own } }) },
  ),
  "network-own-gone": makeScene({ _tag: "OwnNetwork", network: "eip155:5" }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
