import { type StoryAct, type StoryChain, type StoryWorld, toStoryChain } from "@wmodal/mock-server/story"
import { type CaipNetworkId, toReference } from "@wmodal/protocol"
import { networks, polkadotNetworks } from "@wmodal/protocol/networks"
import { getModalViews } from "../harness/modal.ts"
import type { ModalActions } from "./ModalActions.ts"
import type { StoryWallet } from "./StoryWallet.ts"

/** Chain names in the modal. */
export const chainNames: Readonly<Record<StoryChain, string>> = {
  eip155: "Ethereum",
  solana: "Solana",
  bip122: "Bitcoin",
  polkadot: "Polkadot",
}

type ConnectParams = Extract<StoryAct, { readonly _tag: "connect" }>["with"]
type DisconnectParams = Extract<StoryAct, { readonly _tag: "disconnect" }>["with"]
type OwnNetworkParams = Extract<StoryAct, { readonly _tag: "ownNetwork" }>["with"]

/** User actions on the connections of a page, where several chains may have a wallet. */
export interface ChainActions {
  /** @param there The network that is active after the connection. */
  readonly connect: (asked: ConnectParams, there: CaipNetworkId) => Promise<void>
  readonly disconnect: (from: DisconnectParams) => Promise<void>
  readonly switchTo: (network: CaipNetworkId) => Promise<void>
  /** Adds or removes a network of the user. `says`: the text of a refusal that the story expects. */
  readonly changeNetworks: (act: OwnNetworkParams, says: string | undefined) => Promise<void>
}

const getNetworkName = (id: CaipNetworkId) =>
  [...networks, ...polkadotNetworks].find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? id

export const makeChainActions = (
  hands: ModalActions,
  wallet: StoryWallet,
  world: Pick<StoryWorld, "getNodeUrl">,
): ChainActions => {
  const { accountButton, respondDuring, closeModal, dialog, getActiveNetwork, openAccount, page } = hands
  const button = (name: string | RegExp) => dialog().getByRole("button", { name })

  /** Uses the network button of the page. */
  const openNetworks = async () => {
    await closeModal()
    await getModalViews(page()).networkButton(getNetworkName(getActiveNetwork())).click()
  }

  const pickNetwork = async (network: CaipNetworkId) => {
    await openNetworks()
    await dialog()
      .getByRole("listitem")
      .getByRole("button", { name: new RegExp(`^${getNetworkName(network)}\\b`) })
      .first()
      .click()
  }

  /** Uses the wallet's row, which lists the wallet's chains once all are detected, and then offers a chain choice. */
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
      if (answer === "approve") await hands.awaitAccount(there)
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
      // Between networks of one chain, the wallet asks its owner.
      const isSameChain = getStoryChain(network) === getStoryChain(getActiveNetwork())
      if (isSameChain && wallet.scan === undefined)
        await respondDuring("approve", undefined, () => pickNetwork(network))
      else await pickNetwork(network)
      await hands.awaitAccount(network)
    },
    changeNetworks: async (act, says) => {
      await openNetworks()
      if ("remove" in act) {
        await button(new RegExp(`^Settings of .*${act.remove}`)).click()
        await button("Remove from this list").click()
        return button("Add network").waitFor()
      }
      await button("Add network").click()
      const { add, id, node = id } = act
      const typed = {
        "Network name": add,
        "RPC URL of its node": world.getNodeUrl(node),
        "Chain ID": toReference(id),
        "Currency symbol": "ETH",
      }
      for (const [label, text] of Object.entries(typed))
        await dialog().getByRole("textbox", { name: label }).fill(text)
      await button("Check and add").click()
      const listed = button(new RegExp(`^Settings of .*${add}`))
      await (says === undefined ? listed : listed.or(dialog().getByText(says))).first().waitFor()
    },
  }
}

/** Returns the chain of a story network. */
export const getStoryChain = (network: CaipNetworkId): StoryChain => toStoryChain(network) ?? "eip155"
