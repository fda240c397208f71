import { describe, expect, it } from "vitest"
import { testClients } from "../relay/testing/signClients.ts"
import { testServer } from "../testing/testServer.ts"
import { everything, phoneOf } from "./testing/phoneOf.ts"

describe("a phone that is connected to", () => {
  const server = testServer()
  const client = testClients()
  const setup = async (projectId: string) => {
    const dapp = await client("shop", { relayUrl: server().endpoints.relay, projectId })
    return { dapp, phone: phoneOf(`${server().control}/worlds/${projectId}`) }
  }

  it("asks its owner, and gives what it has on every chain", async () => {
    const { dapp, phone } = await setup("three-chains")
    const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: everything })
    const { questions } = await phone.pair(uri)
    expect(questions).toMatchInlineSnapshot(`
      [
        {
          "id": "1",
          "kind": "connect",
          "lines": [
            "Site: https://shop.example",
            "It may: see these addresses and ask for signatures",
            "Networks: Ethereum, Polygon, Solana Devnet, Bitcoin, Polkadot",
            "Ethereum address: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            "Solana address: oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
            "Bitcoin address: bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
            "Polkadot address: 15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
          ],
          "peer": {
            "name": "shop",
            "url": "https://shop.example",
          },
          "receivedAt": 1795314100796,
          "title": "Connect to shop",
        },
      ]
    `)
    await phone.answer(true)
    const session = await approval()
    expect(session.namespaces).toMatchInlineSnapshot(`
      {
        "bip122": {
          "accounts": [
            "bip122:000000000019d6689c085ae165831e93:bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
          ],
          "chains": [
            "bip122:000000000019d6689c085ae165831e93",
          ],
          "events": [
            "accountsChanged",
            "chainChanged",
          ],
          "methods": [
            "getAccountAddresses",
            "signMessage",
            "sendTransfer",
            "signPsbt",
          ],
        },
        "eip155": {
          "accounts": [
            "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            "eip155:137:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
          ],
          "chains": [
            "eip155:1",
            "eip155:137",
          ],
          "events": [
            "accountsChanged",
            "chainChanged",
          ],
          "methods": [
            "eth_accounts",
            "personal_sign",
            "eth_signTypedData",
            "eth_signTypedData_v4",
            "eth_signTransaction",
            "eth_sendTransaction",
            "wallet_switchEthereumChain",
            "wallet_addEthereumChain",
            "wallet_getCapabilities",
            "wallet_sendCalls",
            "wallet_getCallsStatus",
            "wallet_getAssets",
          ],
        },
        "polkadot": {
          "accounts": [
            "polkadot:91b171bb158e2d3848fa23a9f1c25182:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
          ],
          "chains": [
            "polkadot:91b171bb158e2d3848fa23a9f1c25182",
          ],
          "events": [
            "accountsChanged",
            "chainChanged",
          ],
          "methods": [],
        },
        "solana": {
          "accounts": [
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
          ],
          "chains": [
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
          ],
          "events": [
            "accountsChanged",
            "chainChanged",
          ],
          "methods": [
            "solana_getAccounts",
            "solana_requestAccounts",
            "solana_signMessage",
            "solana_signTransaction",
            "solana_signAllTransactions",
            "solana_signAndSendTransaction",
          ],
        },
      }
    `)
  })
})
