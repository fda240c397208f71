import { ApiError } from "@wmodal/api"
import { ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import type { View } from "@wmodal/core"
import { NameError, type NameReason, type NamesState, type OwnedNamesState } from "@wmodal/core/flows"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account, ethereum, quietFlows, signedIn } from "./signedIn.ts"

const wallet = { connectorId: frameId, name: "vera@example.com", icon: null }

const makeScene = (
  view: View,
  names: NamesState = { _tag: "Editing", text: "", suggestions: { _tag: "None" }, error: null },
  ownedNames: OwnedNamesState = { _tag: "Loaded", names: [] },
): Partial<FakeEngineState> => ({
  ...signedIn,
  account: { ...account, profileName: "vera.reown.id" },
  history: [{ _tag: "Account" }, view],
  states: {
    eip155: {
      _tag: "Connected",
      wallet,
      accounts: [account.caipAddress],
      account: account.caipAddress,
      walletNetwork: "eip155:1",
    },
  },
  flows: { ...quietFlows, names, ownedNames },
})

const choose = (owned?: OwnedNamesState) => makeScene({ _tag: "ChooseAccountName" }, undefined, owned)
const register = (state: NamesState) => makeScene({ _tag: "RegisterAccountName" }, state)

const failed = new ApiError({
  host: "api.example",
  call: "/v1/profile",
  reason: { _tag: "Status", status: 503 },
})
const makeError = (reason: NameReason, during: NameError["during"] = "register") =>
  new NameError({ during, name: "nova.reown.id", reason })

const editing = (over: Partial<Extract<NamesState, { _tag: "Editing" }>>): NamesState => ({
  _tag: "Editing",
  text: "nova",
  suggestions: { _tag: "None" },
  error: null,
  ...over,
})
const suggestions = ["nova", "nova1", "nova2", "nova-3", "n".repeat(60)].map((label, at) => ({
  name: `${label}.reown.id`,
  registered: at === 0,
}))
const review = {
  account: account.caipAddress,
  address: account.address,
  network: ethereum,
  stops: [],
  name: "nova.reown.id",
  message: '{"name":"nova.reown.id","attributes":{},"timestamp":1800000000}',
}
const reviewing = (error: NameError | null = null) =>
  register({ _tag: "Reviewing", review, passed: [], confirming: false, error })
const declined = new ConnectorError({ connectorId: frameId, reason: { _tag: "Declined" } })

/** Scenes of account names, in every state. */
export const nameScenes = {
  "name-choose": choose(),
  "name-owned": choose({ _tag: "Loaded", names: ["vera.reown.id", `${"v".repeat(60)}.wmodal.id`] }),
  "name-owned-loading": choose({ _tag: "Loading" }),
  "name-owned-failed": choose({
    _tag: "Failed",
    error: makeError({ _tag: "Failed", problem: failed }, "list"),
  }),
  name: register(editing({ text: "" })),
  "name-short": register(editing({ text: "no", error: makeError({ _tag: "TooShort" }) })),
  "name-malformed": register(editing({ text: "no va", error: makeError({ _tag: "Malformed" }) })),
  "name-suggesting": register(editing({ suggestions: { _tag: "Loading" } })),
  "name-suggestions": register(editing({ suggestions: { _tag: "Loaded", suggestions } })),
  "name-suggestions-failed": register(
    editing({
      suggestions: { _tag: "Failed", error: makeError({ _tag: "Failed", problem: failed }, "suggest") },
    }),
  ),
  "name-taken": register(editing({ error: makeError({ _tag: "Taken" }) })),
  "name-review": reviewing(),
  "name-review-declined": reviewing(makeError({ _tag: "Failed", problem: declined })),
  "name-review-expired": reviewing(makeError({ _tag: "Expired" })),
  "name-asking": register({ _tag: "Asking", review, slow: false }),
  "name-slow": register({ _tag: "Asking", review, slow: true }),
  "name-registering": register({ _tag: "Registering", review }),
  "name-success": makeScene(
    { _tag: "RegisterAccountNameSuccess" },
    { _tag: "Registered", name: "nova.reown.id" },
  ),
  "name-success-none": makeScene({ _tag: "RegisterAccountNameSuccess" }),
  "name-other-wallet": {
    ...signedIn,
    history: [{ _tag: "RegisterAccountName" }],
  },
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
