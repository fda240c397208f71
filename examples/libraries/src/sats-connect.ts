import { registerSatsProvider } from "@wmodal/adapters/sats-connect"
import { bitcoinStandardNetworks } from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { bitcoin, bitcoinMainnet, createWModal } from "@wmodal/modal-web"
import Wallet, { AddressPurpose, type RpcResult } from "sats-connect"
import { endpoints, message, mock, onPress, projectId, showAccount } from "./page"
import { makeNode, registerTestWallet } from "./testWallet"

const nodeUrl = `${mock}/w/${projectId}/bitcoin/${bitcoinMainnet.id}/api`
const node = makeNode(nodeUrl, true)
const [mainnet] = bitcoinStandardNetworks
registerTestWallet(
  makeBitcoinWalletChain({
    signers: [makeTestBitcoinSigner(0)],
    networks: [mainnet],
    rpc: (_network, method, params) => node.request(method, params),
  }),
)

const modal = createWModal({
  projectId,
  chains: [bitcoin()],
  networks: [bitcoinMainnet],
  endpoints,
  customRpcUrls: { [bitcoinMainnet.caipNetworkId]: [nodeUrl] },
})

const { info } = registerSatsProvider(modal, { name: "All wallets" })
// The selector of sats-connect lists the wallets that it knows by name, and the modal.
Wallet.setCreateCustomConfig((providers) => ({
  options: [
    { id: info.id, name: info.name, icon: info.icon },
    ...providers.filter(({ isInstalled }) => isInstalled),
  ],
}))

const valueOf = <Method extends Parameters<typeof Wallet.request>[0]>(result: RpcResult<Method>) => {
  if (result.status === "error") throw new Error(result.error.message)
  return result.result
}

let address = ""

onPress("connect", async () => {
  const { addresses } = valueOf(
    await Wallet.request("getAddresses", { purposes: [AddressPurpose.Payment, AddressPurpose.Ordinals] }),
  )
  address = addresses.find(({ purpose }) => purpose === AddressPurpose.Payment)?.address ?? ""
  showAccount(address)
  return ""
})

onPress("sign", async () => valueOf(await Wallet.request("signMessage", { address, message })).signature)

onPress("send", async () => {
  const [, other] = makeTestBitcoinSigner(1).addresses
  const recipients = [{ address: other?.address ?? "", amount: 10_000 }]
  return valueOf(await Wallet.request("sendTransfer", { recipients })).txid
})
