/** The baseline of `wmodal send`: viem and a key, without any checks. @param argv node address, recipient */
import { createWalletClient, http, parseEther, publicActions } from "viem"
import { mnemonicToAccount } from "viem/accounts"

const [, , rpc, to] = process.argv
// Not imported from `viem/chains`, which reads hundreds of files.
const chain = {
  id: 1,
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [rpc] } },
}
const client = createWalletClient({
  account: mnemonicToAccount("test test test test test test test test test test test junk"),
  chain,
  transport: http(rpc),
  pollingInterval: 100,
}).extend(publicActions)

const hash = await client.sendTransaction({ to, value: parseEther("0.001") })
const { status } = await client.waitForTransactionReceipt({ hash })
if (status !== "success") throw new Error(status)
console.log(JSON.stringify({ hash, status }))
