import * as z from "zod/mini"
import type { Client } from "../../relay/testing/signClients.ts"
import type { PhonePolicy, PhoneState } from "../PhoneState.ts"

const Refused = z.object({ reasons: z.tuple([z.object({ field: z.string(), description: z.string() })]) })
const State = z.custom<PhoneState>((value) => typeof value === "object" && value !== null)

/** The owner of a world's phone, by the control API. @param control base URL of the world in it */
export const phoneOf = (control: string) => {
  const base = `${control}/phone`
  const post = async (name: string, body: unknown): Promise<PhoneState> => {
    const response = await fetch(`${base}/${name}`, { method: "POST", body: JSON.stringify(body) })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(Refused.parse(answer).reasons[0].description)
    return State.parse(answer)
  }
  return {
    state: async () => State.parse(await (await fetch(base)).json()),
    pair: (uri: string) => post("pair", { uri }),
    policy: (policy: PhonePolicy) => post("policy", { policy }),
    answer: (approve: boolean, id?: string) => post("answer", { approve, ...(id !== undefined && { id }) }),
    switchTo: (chainId: string) => post("switch", { chainId }),
    disconnect: (topic?: string) => post("disconnect", topic === undefined ? {} : { topic }),
    wallet: (smartAccount: boolean) => post("wallet", { smartAccount }),
    /** The first state of which that is true. */
    until: async (isIt: (state: PhoneState) => boolean): Promise<PhoneState> => {
      const { body } = await fetch(`${base}/events`)
      let text = ""
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = `${text}${piece}`.split("\n\n")
        text = events.pop() ?? ""
        // To leave the loop ends the stream.
        for (const event of events) {
          const state = State.parse(JSON.parse(event.slice("data: ".length)))
          if (isIt(state)) return state
        }
      }
      throw new Error("The phone is off")
    },
  }
}

export const evm = "eip155:1"
export const solana = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
export const bitcoin = "bip122:000000000019d6689c085ae165831e93"

/** A phone whose owner approves everything, connected to an app. @returns how the app asks it */
export const connected = async (dapp: Client, phone: ReturnType<typeof phoneOf>) => {
  await phone.policy("approve")
  const { approval, uri = "" } = await dapp.connect({ optionalNamespaces: everything })
  // The client hears only what is settled after it was asked for.
  const settled = approval()
  await phone.pair(uri)
  const { topic } = await settled
  const ask = (chainId: string, method: string, params: unknown) =>
    dapp.request<unknown>({ topic, chainId, request: { method, params } })
  return { topic, ask }
}

/** All that an app may ask of a wallet. Source: the AppKit 1.7.2 wire. */
export const everything = {
  eip155: {
    chains: ["eip155:1", "eip155:137"],
    methods: [
      "eth_accounts",
      "eth_sign",
      "eth_signTransaction",
      "eth_signTypedData",
      "eth_signTypedData_v4",
      "eth_sendTransaction",
      "personal_sign",
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
      "wallet_getCallsStatus",
      "wallet_sendCalls",
      "wallet_getCapabilities",
      "wallet_getAssets",
      "wallet_grantPermissions",
    ],
    events: ["accountsChanged", "chainChanged"],
  },
  solana: {
    chains: [solana],
    methods: [
      "solana_signMessage",
      "solana_signTransaction",
      "solana_requestAccounts",
      "solana_getAccounts",
      "solana_signAllTransactions",
      "solana_signAndSendTransaction",
    ],
    events: ["accountsChanged", "chainChanged"],
  },
  bip122: {
    chains: [bitcoin],
    methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
    events: ["accountsChanged", "chainChanged"],
  },
  polkadot: {
    chains: ["polkadot:91b171bb158e2d3848fa23a9f1c25182"],
    methods: [],
    events: ["accountsChanged", "chainChanged"],
  },
}
