import * as z from "zod/mini"
import { waitForState } from "../http/waitForState.ts"
import type { PhonePolicy, PhoneState } from "./PhoneState.ts"

const ErrorBody = z.object({ reasons: z.tuple([z.object({ field: z.string(), description: z.string() })]) })
const State = z.custom<PhoneState>((value) => typeof value === "object" && value !== null)

/** The owner's actions on a world's phone by the control API. A rejected call has the phone's error text. */
export interface PhoneClient {
  readonly state: () => Promise<PhoneState>
  /** Scans a link. */
  readonly pair: (uri: string) => Promise<PhoneState>
  readonly policy: (policy: PhonePolicy) => Promise<PhoneState>
  /** Responds to the prompt of that ID, or to the oldest one. */
  readonly answer: (approve: boolean, id?: string) => Promise<PhoneState>
  /** CAIP-2. */
  readonly switchTo: (chainId: string) => Promise<PhoneState>
  /** Ends the session of that topic, or all of them. */
  readonly disconnect: (topic?: string) => Promise<PhoneState>
  readonly wallet: (smartAccount: boolean) => Promise<PhoneState>
  /** Sets whether it signs dApps in with the prompt to connect. */
  readonly oneClick: (can: boolean) => Promise<PhoneState>
  /** Sets the real wallet whose codes and texts it answers with, such as `metamask`; `null` for its own. */
  readonly profile: (name: string | null) => Promise<PhoneState>
  /** Returns the next state that satisfies the condition. */
  readonly until: (isIt: (state: PhoneState) => boolean, signal?: AbortSignal) => Promise<PhoneState>
}

/** Makes a client that drives the phone of one world. @param control base URL of the world in the control API */
export const makePhoneClient = (control: string): PhoneClient => {
  const base = `${control}/phone`
  const post = async (name: string, body: unknown): Promise<PhoneState> => {
    const response = await fetch(`${base}/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
      redirect: "error",
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(ErrorBody.parse(answer).reasons[0].description)
    return State.parse(answer)
  }
  return {
    state: async () => State.parse(await (await fetch(base, { redirect: "error" })).json()),
    pair: (uri) => post("pair", { uri }),
    policy: (policy) => post("policy", { policy }),
    answer: (approve, id) => post("answer", { approve, ...(id !== undefined && { id }) }),
    switchTo: (chainId) => post("switch", { chainId }),
    disconnect: (topic) => post("disconnect", topic === undefined ? {} : { topic }),
    wallet: (smartAccount) => post("wallet", { smartAccount }),
    oneClick: (oneClick) => post("wallet", { oneClick }),
    profile: (profile) => post("wallet", { profile }),
    until: (isIt, signal) =>
      waitForState({
        url: `${base}/events`,
        decode: (value) => State.parse(value),
        isIt,
        signal,
        over: "The phone is off",
      }),
  }
}
