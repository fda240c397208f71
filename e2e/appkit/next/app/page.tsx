"use client"

import { useAppKitAccount, useAppKitNetwork } from "@reown/appkit/react"
import { useSignMessage } from "wagmi"

export default function Home() {
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  const { data, signMessage } = useSignMessage()
  return (
    <main>
      <h1>AppKit Next.js example</h1>
      <appkit-button label="Connect wallet" />
      <appkit-network-button />
      {isConnected && <p title={caipNetwork?.name}>Connected: {address}</p>}
      <button type="button" onClick={() => signMessage({ message: "Hello from wmodal" })}>
        Sign a message
      </button>
      <output>{data}</output>
    </main>
  )
}
