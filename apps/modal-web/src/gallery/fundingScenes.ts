import type { PaymentRequest, ReceiveState } from "@wmodal/core/flows"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account, address, ether, ethereum, quietFlows, sepolia, signedIn, usdCoin } from "./signedIn.ts"

const request: PaymentRequest = {
  account: account.caipAddress,
  address,
  network: ethereum,
  requested: null,
  uri: address,
  warnings: [{ _tag: "OtherNetworks" }],
}

const receive: Extract<ReceiveState, { readonly _tag: "Ready" }> = {
  _tag: "Ready",
  request,
  form: { token: ether.token, amount: "" },
  invalid: false,
  takesAmount: true,
  arrivals: [],
}

const receiving = (
  over: Partial<typeof receive>,
  scene: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: "WalletReceive" }],
  features: { receive: true },
  flows: { ...quietFlows, receive: { ...receive, ...over } },
  ...scene,
})

/** Receiving and buying. */
export const fundingScenes = {
  receive: receiving({}),
  "receive-amount": receiving({
    request: {
      ...request,
      requested: { token: usdCoin.token, amount: 25_500_000n },
      uri: `ethereum:${usdCoin.token.address}@1/transfer?address=${address}&uint256=25500000`,
    },
    form: { token: usdCoin.token, amount: "25.5" },
  }),
  "receive-invalid": receiving({ form: { token: usdCoin.token, amount: "1.1234567" }, invalid: true }),
  "receive-arrived": receiving({ arrivals: [{ token: ether.token, amount: 1_500_000_000_000_000_000n }] }),
  "receive-testnet": receiving(
    { request: { ...request, network: sepolia, warnings: [{ _tag: "Testnet" }] } },
    { shown: { network: sepolia, known: true } },
  ),
  "receive-smart-account": receiving({ request: { ...request, warnings: [{ _tag: "SmartAccount" }] } }),
  "receive-ordinals": receiving({
    request: { ...request, warnings: [{ _tag: "Ordinals" }] },
    takesAmount: false,
  }),
  "receive-off": receiving({}, { features: { receive: false } }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
