import { announce } from "@wmodal/chains/announce"
import { evm } from "@wmodal/chains/evm"
import { type DevProvider, makeDevConnector } from "@wmodal/dev-wallet"
import {
  makeAnsweringProvider,
  makeDevProviderFixture,
  makeProviderConnector,
  makeRejectingProvider,
  makeThrowingProvider,
  oddValues,
} from "@wmodal/dev-wallet/testing"
import type { CaipNetworkId } from "@wmodal/protocol"
import { CountedPage } from "../testing/CountedPage.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"
import { makeTestChain } from "../testing/makeEngineOver.ts"

const walletFixture = (
  meet: (dev: ReturnType<typeof makeDevProviderFixture>) => Pick<WalletFixture, "chain" | "connectorId"> & {
    readonly page?: CountedPage
    /** The number of the wallet's own listeners on the web page. */
    readonly own?: number
  },
): WalletFixture => {
  const dev = makeDevProviderFixture()
  const { chain, connectorId, page, own = 0 } = meet(dev)
  return {
    chain,
    connectorId,
    window: page ?? null,
    listeners: () => dev.listeners() + (page?.standing ?? 0) - own,
    willAnswer: dev.approver.willAnswer,
    answerOpen: dev.approver.answerOpen,
    whenAsked: dev.approver.whenOpen,
    timesAsked: () => dev.approver.asked.length,
    chooseOtherAccount: () => {
      const other = dev.wallet.accounts[1] ?? ""
      dev.wallet.selectAccount(other)
      return other
    },
    isOn: "eip155:1",
    moveTo: (network: CaipNetworkId) => {
      dev.wallet.selectChain(Number(network.split(":")[1]))
    },
    leave: () => dev.wallet.disconnect(dev.origin),
  }
}

const odd = oddValues.flatMap(([name, value]) => [
  [`a wallet that rejects with ${name}`, makeProviderConnector(makeRejectingProvider(value))] as const,
  [`a wallet that throws ${name}`, makeProviderConnector(makeThrowingProvider(value))] as const,
  [`a wallet that answers ${name}`, makeProviderConnector(makeAnsweringProvider(value))] as const,
])

connectorSuite("A wallet that announces itself", {
  odd,
  fixture: () =>
    walletFixture(({ provider }) => {
      const page = new CountedPage()
      announce(page, provider, {
        uuid: "350670db-19fa-4704-a166-e52e178b59d2",
        name: "Announced Wallet",
        icon: "data:image/svg+xml,<svg/>",
        rdns: "dev.wmodal.announced",
      })
      return { chain: evm(), connectorId: "dev.wmodal.announced", page, own: 1 }
    }),
})

connectorSuite("An injected wallet", {
  odd: [],
  fixture: () =>
    walletFixture(({ provider }) => {
      const page = new CountedPage()
      page.ethereum = provider
      return { chain: evm(), connectorId: "injected", page }
    }),
})

connectorSuite("The dev wallet of the terminal", {
  odd: [],
  fixture: () =>
    walletFixture(({ wallet, origin, provider }) => {
      // The provider in the dev wallet's own type, with a listener count.
      const counted: DevProvider = {
        request: wallet.provider(origin).request,
        on: (event, listener) => provider.on?.(event, listener),
        removeListener: (event, listener) => provider.removeListener?.(event, listener),
      }
      const connector = makeDevConnector({ wallet: { ...wallet, provider: () => counted }, origin })
      return { chain: makeTestChain([connector]), connectorId: connector.id }
    }),
})
