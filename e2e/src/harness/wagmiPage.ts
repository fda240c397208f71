import { bundlePage } from "./bundlePage.ts"

/**
 * A page with wagmi's hooks over our connector. `globalThis.wagmi` has what the hooks return: `value` of those that
 * read, `act` of those that act.
 */
const source = `
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createWModal, evm } from "@wmodal/modal-web"
import { withWModal } from "@wmodal/wagmi"
import { createElement as h, useState } from "react"
import { createRoot } from "react-dom/client"
import * as w from "wagmi"

const { networks, ...options } = JSON.parse(document.querySelector("#options").textContent)
const modal = createWModal({ chains: [evm()], networks, ...options })
globalThis.modals = [modal]
const transports = Object.fromEntries(networks.map(({ id }) => [id, w.http()]))
const config = w.createConfig(withWModal(modal, { chains: networks, transports, pollingInterval: 500 }))
const to = "0x1111111111111111111111111111111111111111"

const reads = ({ address, message, signature, hash, callsId }) => ({
  connection: w.useConnection(),
  connections: w.useConnections(),
  connectors: w.useConnectors(),
  config: w.useConfig(),
  chainId: w.useChainId(),
  chains: w.useChains(),
  client: w.useClient(),
  publicClient: w.usePublicClient(),
  walletClient: w.useWalletClient().data,
  connectorClient: w.useConnectorClient().data,
  balance: w.useBalance({ address }).data,
  block: w.useBlock().data,
  blockNumber: w.useBlockNumber().data,
  blockTransactionCount: w.useBlockTransactionCount().data,
  bytecode: w.useBytecode({ address: to }).isSuccess,
  storage: w.useStorageAt({ address: to, slot: "0x0" }).data,
  call: w.useCall({ to }).isSuccess,
  gas: w.useEstimateGas({ to, value: 1n, account: address }).data,
  fees: w.useEstimateFeesPerGas().data,
  gasPrice: w.useGasPrice().data,
  feeHistory: w.useFeeHistory({ blockCount: 2, rewardPercentiles: [50] }).data,
  transactionCount: w.useTransactionCount({ address }).data,
  capabilities: w.useCapabilities().data,
  verified: w.useVerifyMessage({ address, message, signature }).data,
  transaction: w.useTransaction({ hash }).data,
  receipt: w.useTransactionReceipt({ hash }).data,
  waited: w.useWaitForTransactionReceipt({ hash }).data,
  callsStatus: w.useCallsStatus({ id: callsId ?? "0x", query: { enabled: callsId !== undefined } }).data,
})

const App = () => {
  const [given, setGiven] = useState({})
  const { address } = w.useConnection()
  const value = reads({ address, ...given })
  const connect = w.useConnect()
  const disconnect = w.useDisconnect()
  const reconnect = w.useReconnect()
  const switchChain = w.useSwitchChain()
  const signMessage = w.useSignMessage()
  const signTypedData = w.useSignTypedData()
  const sendTransaction = w.useSendTransaction()
  const sendCalls = w.useSendCalls()
  globalThis.wagmi = {
    value,
    act: {
      connect: () => connect.mutateAsync({ connector: config.connectors[0] }),
      disconnect: () => disconnect.mutateAsync(),
      reconnect: () => reconnect.mutateAsync(),
      switchChain: (chainId) => switchChain.mutateAsync({ chainId }),
      signMessage: async (message) => {
        const signature = await signMessage.mutateAsync({ message })
        setGiven((before) => ({ ...before, message, signature }))
        return signature
      },
      signTypedData: (data) => signTypedData.mutateAsync(data),
      send: async (value) => {
        const hash = await sendTransaction.mutateAsync({ to, value: BigInt(value) })
        setGiven((before) => ({ ...before, hash }))
        return hash
      },
      sendCalls: async (values) => {
        const { id } = await sendCalls.mutateAsync({
          calls: values.map((value) => ({ to, value: BigInt(value) })),
          forceAtomic: true,
        })
        setGiven((before) => ({ ...before, callsId: id }))
        return id
      },
    },
  }
  const { connection } = value
  return h("dl", null,
    h("dt", null, "Status"), h("dd", { id: "status" }, connection.status),
    h("dt", null, "Address"), h("dd", { id: "address" }, connection.address ?? "none"),
    h("dt", null, "Chain"), h("dd", { id: "chain" }, connection.chain?.name ?? "none"))
}

createRoot(document.querySelector("#app")).render(
  h(w.WagmiProvider, { config },
    h(QueryClientProvider, { client: new QueryClient() }, h(App))))
`

/** Builds the page's script. */
export const buildWagmiPage = (): Promise<string> => bundlePage(source)
