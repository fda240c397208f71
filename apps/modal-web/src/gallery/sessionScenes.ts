import { ApiError } from "@wmodal/api"
import { ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import type { View } from "@wmodal/core"
import {
  type RevocationState,
  SessionError,
  type SessionReason,
  type SessionsState,
  type SpendingSession,
} from "@wmodal/core/flows"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account, ethereum, quietFlows, signedIn } from "./signedIn.ts"

const wallet = { connectorId: frameId, name: "vera@example.com", icon: null }

const makeScene = (
  view: View,
  sessions: SessionsState,
  revocation: RevocationState = { _tag: "Idle", error: null },
): Partial<FakeEngineState> => ({
  ...signedIn,
  endpoints: { blockchain: "https://api.example" },
  history: [{ _tag: "AccountSettings" }, view],
  states: {
    eip155: {
      _tag: "Connected",
      wallet,
      accounts: [account.caipAddress],
      account: account.caipAddress,
      details: { [account.address]: { type: "smartAccount", publicKey: null } },
      walletNetwork: "eip155:1",
    },
  },
  flows: { ...quietFlows, sessions, revocation },
})

const ether = { _tag: "Spend", token: null, symbol: "ETH", decimals: 18 } as const
const game: SpendingSession = {
  id: "one",
  app: "Tower of Coins",
  host: "play.example",
  key: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  createdAt: Date.UTC(2026, 0, 5, 9, 30),
  expiresAt: Date.UTC(2026, 1, 5, 9, 30),
  status: "active",
  isOnChain: true,
  allowances: [
    { ...ether, limit: 10n ** 17n, left: 6n * 10n ** 16n },
    {
      _tag: "Spend",
      token: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
      symbol: "mUSDC",
      decimals: 6,
      limit: 25_000_000n,
      left: 25_000_000n,
    },
  ],
  stored: { context: "0x", expiry: 0, permissions: [] },
}
const endless: SpendingSession = {
  ...game,
  id: "two",
  app: "A trading bot whose name goes on and on and does not fit into any line",
  host: null,
  key: null,
  expiresAt: null,
  isOnChain: false,
  allowances: [
    { ...ether, limit: null, left: null },
    {
      _tag: "Unknown",
      type: "contract-call",
      data: '{"address":"0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"}',
    },
  ],
}
const over: readonly SpendingSession[] = [
  { ...game, id: "three", host: "old.example", status: "expired", expiresAt: Date.UTC(2025, 5, 1) },
  { ...game, id: "four", host: "gone.example", status: "ended" },
]
const loaded: SessionsState = { _tag: "Loaded", sessions: [game, endless, ...over] }

const makeError = (reason: SessionReason, during: SessionError["during"] = "revoke") =>
  new SessionError({ during, reason })
const failed = new ApiError({
  host: "api.example",
  call: "/v1/sessions",
  reason: { _tag: "Status", status: 503 },
})
const declined = new ConnectorError({ connectorId: frameId, reason: { _tag: "Declined" } })

const list = (state: SessionsState) => makeScene({ _tag: "SmartSessionList" }, state)
const show = ({ id }: SpendingSession, revocation?: RevocationState) =>
  makeScene({ _tag: "SmartSession", id }, loaded, revocation)
const review = { account: account.caipAddress, network: ethereum, stops: [], session: game }

/** Scenes of what apps may spend without asking, in every state. */
export const sessionScenes = {
  sessions: list(loaded),
  "sessions-none": list({ _tag: "Loaded", sessions: [] }),
  "sessions-loading": list({ _tag: "Loading" }),
  "sessions-failed": list({ _tag: "Failed", error: makeError({ _tag: "Failed", problem: failed }, "list") }),
  "sessions-unsupported": list({ _tag: "Failed", error: makeError({ _tag: "Unsupported" }, "list") }),
  session: show(game),
  "session-endless": show(endless),
  "session-ended": makeScene({ _tag: "SmartSession", id: "four" }, loaded),
  "session-declined": show(game, {
    _tag: "Idle",
    error: makeError({ _tag: "Failed", problem: declined }),
  }),
  "session-still-active": show(game, { _tag: "Idle", error: makeError({ _tag: "StillActive" }) }),
  "session-asking": show(game, { _tag: "Asking", review, slow: false }),
  "session-slow": show(game, { _tag: "Asking", review, slow: true }),
  "session-ending": show(game, { _tag: "Ending", review }),
  "session-gone": makeScene({ _tag: "SmartSession", id: "none" }, loaded),
  "settings-sessions": { ...list(loaded), history: [{ _tag: "Account" }, { _tag: "AccountSettings" }] },
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
