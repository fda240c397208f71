import type { Namespace } from "@wmodal/protocol"
import type * as React from "react"
import type { WModalAccount, WModalConnection, WModalNetwork } from "../page/WModal.ts"
import { useNetwork } from "./useNetwork.ts"
import { useWModal } from "./useWModal.ts"
import { useWModalAccount } from "./useWModalAccount.ts"

/** What a page draws its own button from. */
export interface CustomButtonState {
  /** `null` while disconnected. */
  readonly account: WModalAccount | null
  /** Of the button's chain. */
  readonly status: WModalConnection["status"]
  /** `null` before the engine has loaded, unless it is that of the last visit. */
  readonly network: WModalNetwork | null
  /** Whether the dialog is shown. */
  readonly isOpen: boolean
  /** Opens the wallets, or the account. */
  readonly open: () => void
  /** Opens the networks. */
  readonly openNetworks: () => void
  /**
   * The props of the `<button>` that opens the modal: its click, the events that load the code in advance, and what a
   * screen reader is told.
   */
  readonly buttonProps: Pick<
    React.ButtonHTMLAttributes<HTMLButtonElement>,
    "type" | "onClick" | "onPointerEnter" | "onFocus" | "aria-haspopup" | "aria-busy"
  >
}

/** The props of `CustomButton`. */
export interface CustomButtonProps {
  /** The button's chain; by default the one in use. */
  readonly namespace?: Namespace
  /** Draws the button. */
  readonly children: (state: CustomButtonState) => React.ReactNode
}

/** Renders a button that the page draws itself: `<CustomButton>{({ account, buttonProps }) => …}</CustomButton>`. */
export const CustomButton = ({ namespace, children }: CustomButtonProps): React.ReactNode => {
  const { open, preload, isOpen } = useWModal()
  const { account, status } = useWModalAccount(namespace)
  const { network } = useNetwork()
  const openModal = () => open(namespace === undefined ? {} : { namespace })
  return children({
    account,
    status,
    network,
    isOpen,
    open: openModal,
    openNetworks: () => open("Networks"),
    buttonProps: {
      type: "button",
      onClick: openModal,
      onPointerEnter: preload,
      onFocus: preload,
      "aria-haspopup": "dialog",
      "aria-busy": status === "connecting",
    },
  })
}
