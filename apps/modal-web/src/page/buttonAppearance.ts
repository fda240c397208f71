import type { Namespace } from "@wmodal/protocol"
import { buttonMessages } from "../messages/buttonMessages.ts"
import type { WModal, WModalState } from "./WModal.ts"

/** Returns the chain of that name, if the modal has networks of it; without one, a button is for the chain in use. */
export const findButtonChain = (
  modal: Pick<WModal, "networks"> | null,
  name: string | null | undefined,
): Namespace | undefined =>
  modal?.networks.find(({ chainNamespace }) => chainNamespace === name)?.chainNamespace

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
  /** True while an action is in progress; with an avatar, the session of the last visit is being restored. */
  readonly busy: boolean
  readonly quiet: boolean
  /** The avatar's colours; none without an account. */
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
  return {
    label: account?.label ?? (busy ? words["button.connecting"] : (label ?? words["button.connect"])),
    busy,
    quiet: Boolean(account),
    colors: account?.colors ?? [],
  }
}

export const getNetworkAppearance: GetAppearance = (facts) => {
  const { state, label } = facts
  const words = getMessages(facts)
  const shown = state?.network
  const name = shown?.known ? shown.network.name : words["button.unknownNetwork"]
  return {
    label: shown ? name : (label ?? words["button.selectNetwork"]),
    busy: false,
    quiet: true,
    colors: [],
  }
}

/** The state of the last click, kept until the engine has loaded or loading failed: `stuck` when it failed again. */
export type PendingClick = "none" | "waiting" | "failed" | "stuck"

/** Returns a button's appearance. A pending or failed click takes precedence over every other state. */
export const getButtonAppearance = (
  draw: GetAppearance,
  wish: PendingClick,
  facts: ButtonState,
): ButtonAppearance => {
  const look = draw(facts)
  if (wish === "none") return look
  const busy = wish === "waiting"
  return { ...look, label: getMessages(facts)[`button.${busy ? "loading" : wish}`], busy, colors: [] }
}
