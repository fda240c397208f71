import type { Adapter } from "@solana/wallet-adapter-base"
import { useStandardWalletAdapters } from "@solana/wallet-standard-wallet-adapter-react"
import { Connection, clusterApiUrl, PublicKey, SystemProgram, Transaction } from "@solana/web3.js"
import { registerWModalWallet } from "@wmodal/adapters/wallet-standard"
import bs58 from "bs58"
import { useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import { message } from "./page"
import { modal, nodeUrl, recipient } from "./solana"

registerWModalWallet(modal, { name: "All wallets" })

// wallet-adapter reads the network from the endpoint's name, and the mock server's has none.
const connection = new Connection(clusterApiUrl("mainnet-beta"), {
  fetch: (_endpoint, init) => fetch(nodeUrl, init),
})

const sign = async (adapter: Adapter) => {
  if (!("signMessage" in adapter)) throw new Error("The wallet signs no messages.")
  return bs58.encode(await adapter.signMessage(new TextEncoder().encode(message)))
}

const send = async (adapter: Adapter) => {
  const payer = adapter.publicKey
  if (payer === null) throw new Error("No wallet is connected.")
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(recipient), lamports: 1_000_000 }),
  )
  return adapter.sendTransaction(transaction, connection)
}

const Page = () => {
  const adapters = useStandardWalletAdapters(none)
  const adapter = adapters.find(({ name }) => name === "All wallets")
  const [address, setAddress] = useState("")
  const [result, setResult] = useState("")

  useEffect(() => {
    const update = () => setAddress(adapter?.publicKey?.toBase58() ?? "")
    update()
    adapter?.on("connect", update)
    adapter?.on("disconnect", update)
    return () => {
      adapter?.off("connect", update)
      adapter?.off("disconnect", update)
    }
  }, [adapter])

  const run = (use: (adapter: Adapter) => Promise<string>) => async () => {
    try {
      if (adapter) setResult(await use(adapter))
    } catch (error) {
      setResult(
        error instanceof Error ? `${error.name} ${error.message}` : "The wallet rejected the request.",
      )
    }
  }

  return (
    <main>
      <button type="button" disabled={!adapter} onClick={run(async (one) => (await one.connect(), ""))}>
        Connect wallet
      </button>
      <p>{address && `Connected: ${address}`}</p>
      <button type="button" onClick={run(sign)}>
        Sign a message
      </button>
      <button type="button" onClick={run(send)}>
        Send
      </button>
      <output>{result}</output>
    </main>
  )
}

const none: never[] = []

createRoot(document.getElementById("root")!).render(<Page />)
