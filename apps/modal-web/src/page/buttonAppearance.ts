import { buttonMessages } from "../messages/buttonMessages.ts"
import type { WModalState } from "./WModal.ts"

/** By their names in CAIP-2. */
const chains = ["eip155", "solana", "bip122"] as const

export type ButtonChain = (typeof chains)[number]

/** The chain that a button names; `undefined` where it is for whichever is in use. */
export const parseButtonChain = (name: string | null): ButtonChain | undefined =>
  chains.find((chain) => chain === name)

/** What a button knows. */
export interface ButtonState {
  /** `null` while there is no modal. */
  readonly state: WModalState | null
  /** What the page has put on it. */
  readonly label: string | null
  readonly chain: ButtonChain | undefined
}

/** What a button looks like. */
export interface ButtonAppearance {
  readonly label: string
  readonly mark: "none" | "busy" | "avatar"
  /** Whether something is under way; with an avatar, the session of the last visit is being restored. */
  readonly busy: boolean
  readonly quiet: boolean
  /** Of the avatar. */
  readonly colors: readonly string[]
}

export type GetAppearance = (facts: ButtonState) => ButtonAppearance

const plain = { mark: "none", busy: false, quiet: true, colors: [] } as const

const getMessages = ({ state }: ButtonState) => state?.words ?? buttonMessages

export const getConnectAppearance: GetAppearance = (facts) => {
  const { state, label, chain } = facts
  const words = getMessages(facts)
  const connection = chain === undefined ? state : state?.connections[chain]
  const busy = connection?.status === "connecting"
  if (connection?.account)
    return {
      ...plain,
      label: connection.account.label,
      mark: "avatar",
      busy,
      colors: connection.account.colors,
    }
  return busy
    ? { ...plain, label: words["button.connecting"], mark: "busy", busy, quiet: false }
    : { ...plain, label: label ?? words["button.connect"], quiet: false }
}

export const getNetworkAppearance: GetAppearance = (facts) => {
  const { state, label } = facts
  const words = getMessages(facts)
  if (!state?.network) return { ...plain, label: label ?? words["button.selectNetwork"] }
  const { known, network } = state.network
  return { ...plain, label: known ? network.name : words["button.unknownNetwork"] }
}

/** What became of the last click: kept until the engine is there, or loading failed. */
export type PendingClick = "none" | "waiting" | "failed"

/** A click that waits, or was let down, comes before everything else that a button could say. */
export const getButtonAppearance = (
  draw: GetAppearance,
  wish: PendingClick,
  facts: ButtonState,
): ButtonAppearance => {
  const look = draw(facts)
  const words = getMessages(facts)
  switch (wish) {
    case "none":
      return look
    case "waiting":
      return { ...look, label: words["button.loading"], mark: "busy", busy: true }
    case "failed":
      return { ...look, label: words["button.failed"], mark: "none", busy: false }
  }
}
