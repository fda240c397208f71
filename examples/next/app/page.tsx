"use client"

import { ConnectButton, useProvider, useWModalAccount } from "@wmodal/modal-web/react"
import { useState } from "react"

export default function Page() {
  const { account } = useWModalAccount("eip155")
  const provider = useProvider("eip155")
  const [result, setResult] = useState("")

  const sign = async () => {
    try {
      const params = ["Hello from wmodal", account?.address]
      setResult(String(await provider?.request({ method: "personal_sign", params })))
    } catch (error) {
      setResult(error instanceof Error ? error.message : "The wallet rejected the request.")
    }
  }

  return (
    <main>
      <h1>wmodal with Next</h1>
      <ConnectButton />
      {account && (
        <>
          <p>Connected: {account.address}</p>
          <button type="button" onClick={sign}>
            Sign a message
          </button>
          <output>{result}</output>
        </>
      )}
    </main>
  )
}
