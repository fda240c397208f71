import { type StoryAct, type StoryChain, toStoryChain } from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import { networks } from "@wmodal/protocol/networks"
import { getModalViews } from "../harness/modal.ts"
import type { ModalActions } from "./ModalActions.ts"
import type { StoryWallet } from "./StoryWallet.ts"

/** How the modal calls the chains. */
export const chainNames: Readonly<Record<StoryChain, string>> = {
  eip155: "Ethereum",
  solana: "Solana",
  bip122: "Bitcoin",
}

type ConnectParams = Extract<StoryAct, { readonly _tag: "connect" }>["with"]
type DisconnectParams = Extract<StoryAct, { readonly _tag: "disconnect" }>["with"]

/** What a person does to the connections of a page, on which several chains may have a wallet. */
export interface ChainActions {
  /** @param there The network that is active once it is connected. */
  readonly connect: (asked: ConnectParams, there: CaipNetworkId) => Promise<void>
  readonly disconnect: (from: DisconnectParams) => Promise<void>
  readonly switchTo: (network: CaipNetworkId) => Promise<void>
}

const getNetworkName = (id: CaipNetworkId) =>
  networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? id

export const makeChainActions = (hands: ModalActions, wallet: StoryWallet): ChainActions => {
  const { accountButton, respondDuring, closeModal, dialog, getActiveNetwork, openAccount, page } = hands
  const button = (name: string | RegExp) => dialog().getByRole("button", { name })

  /** By the button of the page. */
  const pickNetwork = async (network: CaipNetworkId) => {
    await closeModal()
    await getModalViews(page()).networkButton(getNetworkName(getActiveNetwork())).click()
    await dialog()
      .getByRole("listitem")
      .getByRole("button", { name: new RegExp(`^${getNetworkName(network)}\\b`) })
      .first()
      .click()
  }

  /** By its row, which says which chains the wallet speaks once all of them have found it, and then asks which is meant. */
  const pickWallet = async (there: CaipNetworkId) => {
    const row = button(wallet.row)
    if (wallet.scan !== undefined) {
      await row.click()
      return wallet.scan(page())
    }
    if (!hands.hasSeveralChains()) return row.click()
    const chain = chainNames[getStoryChain(there)]
    await row.filter({ hasText: chain }).click()
    await dialog()
      .getByRole("list", { name: "Chains" })
      .getByRole("button", { name: new RegExp(`^${chain}`) })
      .click()
  }

  return {
    connect: async ({ answer }, there) => {
      const another = await accountButton(getActiveNetwork()).isVisible()
      if (another) {
        await pickNetwork(there)
        await dialog().getByRole("heading", { name: "Switch chain" }).waitFor()
        await button("Connect a wallet").click()
        await respondDuring(answer, undefined, () => button(wallet.row).click())
      } else {
        await closeModal()
        await getModalViews(page()).connectButton.click()
        await respondDuring(answer, undefined, () => pickWallet(there))
      }
      if (answer === "approve") await accountButton(there).waitFor()
    },
    disconnect: async (from) => {
      await openAccount()
      await button(/Settings/).click()
      const name =
        from === true
          ? /^(Disconnect( all)?|Sign out)$/
          : new RegExp(`^Disconnect .* from ${chainNames[from.from]}$`)
      const one = button(name).or(dialog().getByRole("button", { name: "Disconnect", exact: true }))
      await one.first().click()
    },
    switchTo: async (network) => {
      await pickNetwork(network)
      await accountButton(network).waitFor()
    },
  }
}

/** Of the networks of stories. */
export const getStoryChain = (network: CaipNetworkId): StoryChain => toStoryChain(network) ?? "eip155"
