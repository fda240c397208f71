import { createWalletClient, custom, parseEther } from "viem"
import { mainnet } from "viem/chains"
import { getProvider } from "./evm"
import { message, onPress } from "./page"

const connect = async () => {
  const client = createWalletClient({ chain: mainnet, transport: custom(getProvider()) })
  const [account] = await client.getAddresses()
  return { account, client }
}

onPress("sign", async () => {
  const { account, client } = await connect()
  return client.signMessage({ account, message })
})

onPress("send", async () => {
  const { account, client } = await connect()
  return client.sendTransaction({
    account,
    to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    value: parseEther("0.01"),
  })
})
