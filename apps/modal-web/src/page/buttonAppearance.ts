import type { Namespace } from "@wmodal/protocol"
import { buttonMessages } from "../messages/buttonMessages.ts"
import type { WModalState } from "./WModal.ts"

/** Parses the chain name of a button; `undefined` when it is for the chain in use. */
export const parseButtonChain = (name: string | null | undefined): Namespace | undefined =>
  /^(eip155|solana|bip122|polkadot)$/.exec(`${name}`)?.[0] as Namespace | undefined

/** The inputs of a button's appearance. */
export interface ButtonState {
  /** `null` while there is no modal. */
  readonly state: WModalState | null
  /** The label that the page has set. */
  readonly label: string | null
  readonly chain: Namespace | undefined
}

/** The visible state of a button. */
export interface ButtonAppearance {
  readonly label: string
  readonly mark: "none" | "busy" | "avatar"
  /** True while an action is in progress; with an avatar, the session of the last visit is being restored. */
  readonly busy: boolean
  readonly quiet: boolean
  /** The avatar's colours. */
  readonly colors: readonly string[]
}

export type GetAppearance = (facts: ButtonState) => ButtonAppearance

const getMessages = ({ state }: ButtonState) => state?.words ?? buttonMessages

export const getConnectAppearance: GetAppearance = (facts) => {
  const { state, label, chain } = facts
  const words = getMessages(facts)
  const connection = chain === undefined ? state : state?.connections[chain]
  const account = connection?.account
  const busy = connection?.status === "connecting"
  const text = busy ? words["button.connecting"] : (label ?? words["button.connect"])
  return {
    label: account ? account.label : text,
    mark: account ? "avatar" : busy ? "busy" : "none",
    busy,
    quiet: Boolean(account),
    colors: account ? account.colors : [],
  }
}

export const getNetworkAppearance: GetAppearance = (facts) => {
  const { state, label } = facts
  const words = getMessages(facts)
  const shown = state?.network
  const name = shown?.known ? shown.network.name : words["button.unknownNetwork"]
  return {
    label: shown ? name : (label ?? words["button.selectNetwork"]),
    mark: "none",
    busy: false,
    quiet: true,
    colors: [],
  }
}

/** The state of the last click, kept until the engine has loaded or loading failed. */
export type PendingClick = "none" | "waiting" | "failed"

/** Returns a button's appearance. A pending or failed click takes precedence over every other state. */
export const getButtonAppearance = (
  draw: GetAppearance,
  wish: PendingClick,
  facts: ButtonState,
): ButtonAppearance => {
  const look = draw(facts)
  if (wish === "none") return look
  const busy = wish === "waiting"
  return {
    ...look,
    label: getMessages(facts)[busy ? "button.loading" : "button.failed"],
    mark: busy ? "busy" : "none",
    busy,
  }
}
