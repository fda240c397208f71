import { BrowserProvider, parseEther } from "ethers"
import { getProvider } from "./evm"
import { message, onPress } from "./page"

const getSigner = () => new BrowserProvider(getProvider()).getSigner()

onPress("sign", async () => (await getSigner()).signMessage(message))

onPress("send", async () => {
  const signer = await getSigner()
  const sent = await signer.sendTransaction({
    to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    value: parseEther("0.01"),
  })
  await sent.wait()
  return sent.hash
})
