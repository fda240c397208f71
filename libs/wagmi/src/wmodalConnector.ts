import type { CreateConnectorFn } from "@wagmi/core"
import { connectInModal, getConnection, untilSettled } from "@wmodal/adapters/internal"
import type { Providers, WModal, WModalError } from "@wmodal/modal-web"
import {
  type Address,
  type Chain,
  getAddress,
  ProviderDisconnectedError,
  SwitchChainError,
  UserRejectedRequestError,
} from "viem"

/** The parameters of `wmodalConnector`. */
export interface WModalConnectorParameters {
  /** The page's modal, with `evm()` among its chains. */
  readonly modal: WModal
}

type Provider = NonNullable<Providers["eip155"]>

const namespace = "eip155"

const toError = ({ tag, text }: WModalError): Error => {
  const cause = new Error(text)
  return tag === "declined" ? new UserRejectedRequestError(cause) : cause
}

/**
 * Makes the connector. wagmi's state follows the modal's: a wallet that the modal's own button connects, switches or
 * disconnects does the same in wagmi. Its provider is that of `modal.getProvider`, so that each request is described to
 * the user before the wallet receives it. Errors: viem's `UserRejectedRequestError` when the user closes the modal or
 * declines, `SwitchChainError` for a network that cannot be used.
 */
export const wmodalConnector =
  ({ modal }: WModalConnectorParameters): CreateConnectorFn<Provider | undefined> =>
  (config) => {
    const listAccounts = (): readonly Address[] => {
      const { account, accounts = [] } = getConnection(modal, namespace)
      const addresses = [account?.address, ...accounts.map(({ address }) => address)]
      return [...new Set(addresses)].flatMap((address) =>
        address === undefined ? [] : [getAddress(address)],
      )
    }

    const readChainId = async (): Promise<number> => {
      const chainId = await modal.getProvider(namespace)?.request({ method: "eth_chainId" })
      if (typeof chainId !== "string" && typeof chainId !== "number")
        throw new ProviderDisconnectedError(new Error("No wallet of EVM is connected."))
      return Number(chainId)
    }

    const reportFailure = (error: unknown) =>
      config.emitter.emit("error", { error: error instanceof Error ? error : new Error(String(error)) })

    // The last things that wagmi was told.
    let known = ""
    let isConnected = false
    let listened: Provider | null = null
    const onChain = (chainId: unknown) => connector.onChainChanged(String(chainId))

    const listen = (provider: Provider | null) => {
      if (provider === listened) return
      listened?.removeListener("chainChanged", onChain)
      listened = provider
      provider?.on("chainChanged", onChain)
    }

    /** Tells wagmi what has changed in the modal. */
    const follow = async () => {
      const { status } = getConnection(modal, namespace)
      if (status === "connecting") return
      const accounts = status === "connected" ? listAccounts() : []
      const text = accounts.join()
      if (text === known) return
      const wasConnected = isConnected
      known = text
      isConnected = accounts.length > 0
      listen(modal.getProvider(namespace))
      if (!isConnected) {
        if (wasConnected) connector.onDisconnect()
        return
      }
      if (wasConnected) return connector.onAccountsChanged([...accounts])
      const chainId = await readChainId()
      if (isConnected) config.emitter.emit("connect", { accounts, chainId })
    }

    const connector = {
      id: "wmodal",
      name: "wmodal",
      type: "wmodal",

      async setup() {
        modal.subscribe(() => void follow().catch(reportFailure))
        await follow()
      },

      async connect<withCapabilities extends boolean = false>({
        chainId,
        isReconnecting,
        withCapabilities,
      }: {
        chainId?: number | undefined
        isReconnecting?: boolean | undefined
        withCapabilities?: withCapabilities | boolean | undefined
      } = {}) {
        await untilSettled(modal, namespace)
        if (getConnection(modal, namespace).status !== "connected") {
          if (isReconnecting)
            throw new ProviderDisconnectedError(new Error("The session of the last visit has ended."))
          if (!(await connectInModal(modal, namespace)))
            throw new UserRejectedRequestError(
              new Error("The modal was closed before a wallet was connected."),
            )
        }
        const accounts = listAccounts()
        known = accounts.join()
        isConnected = true
        listen(modal.getProvider(namespace))
        let current = await readChainId()
        if (chainId !== undefined && chainId !== current && !isReconnecting)
          current = (await connector.switchChain({ chainId })).id
        return {
          accounts: (withCapabilities
            ? accounts.map((address) => ({ address, capabilities: {} }))
            : accounts) as unknown as withCapabilities extends true
            ? readonly { address: Address; capabilities: Record<string, unknown> }[]
            : readonly Address[],
          chainId: current,
        }
      },

      async disconnect() {
        // wagmi resets its own state: the event of the modal is no news.
        known = ""
        isConnected = false
        listen(null)
        const outcome = await modal.disconnect(namespace)
        if (!outcome.ok) throw toError(outcome.error)
      },

      async getAccounts() {
        return listAccounts()
      },

      getChainId: readChainId,

      async getProvider() {
        await untilSettled(modal, namespace)
        return modal.getProvider(namespace) ?? undefined
      },

      async isAuthorized() {
        await untilSettled(modal, namespace)
        return getConnection(modal, namespace).status === "connected"
      },

      async switchChain({ chainId }: { chainId: number }): Promise<Chain> {
        const chain = config.chains.find(({ id }) => id === chainId)
        if (chain === undefined)
          throw new SwitchChainError(new Error(`Chain ${chainId} is not one of the config's chains.`))
        let outcome = await modal.switchNetwork(chain)
        if (!outcome.ok && outcome.error.tag === "networkNotFound") {
          const added = await modal.addNetwork(chain)
          outcome = added.ok ? await modal.switchNetwork(chain) : added
        }
        if (!outcome.ok) {
          const error = toError(outcome.error)
          throw error instanceof UserRejectedRequestError ? error : new SwitchChainError(error)
        }
        config.emitter.emit("change", { chainId })
        return chain
      },

      onAccountsChanged(accounts: string[]) {
        if (accounts.length === 0) connector.onDisconnect()
        else config.emitter.emit("change", { accounts: accounts.map((account) => getAddress(account)) })
      },

      onChainChanged(chainId: string) {
        config.emitter.emit("change", { chainId: Number(chainId) })
      },

      onConnect({ chainId }: { chainId: string }) {
        config.emitter.emit("connect", { accounts: listAccounts(), chainId: Number(chainId) })
      },

      onDisconnect() {
        known = ""
        isConnected = false
        listen(null)
        config.emitter.emit("disconnect")
      },
    }
    return connector
  }
