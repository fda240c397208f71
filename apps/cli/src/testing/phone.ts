import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, startMockServer } from "@wmodal/mock-server"
import { onTestFinished } from "vitest"
import * as z from "zod/mini"
import { machine } from "./machine.ts"

const State = z.object({
  sessions: z.array(z.object({ accounts: z.array(z.string()) })),
  questions: z.array(z.object({ kind: z.string(), lines: z.array(z.string()) })),
  network: z.object({ chainId: z.string() }),
})
type State = z.output<typeof State>

/** The phone of a world, by the control API of its owner. */
const phoneAt = (control: string) => {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${control}/${path}`, { method: "POST", body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    state: async () => State.parse(await (await fetch(`${control}/phone`)).json()),
    policy: (policy: "ask" | "approve" | "decline" | "never") => post("phone/policy", { policy }),
    pair: (uri: string) => post("phone/pair", { uri }),
    answer: (approve: boolean) => post("phone/answer", { approve }),
    switchTo: (chainId: string) => post("phone/switch", { chainId }),
    disconnect: () => post("phone/disconnect", {}),
    relay: (act: "restart" | "down" | "up") => post("relay", { do: act }),
    /** The first state of which that is true. */
    until: async (isIt: (state: State) => boolean): Promise<State> => {
      const { body } = await fetch(`${control}/phone/events`)
      let text = ""
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = `${text}${piece}`.split("\n\n")
        text = events.pop() ?? ""
        for (const event of events) {
          const state = State.parse(JSON.parse(event.slice("data: ".length)))
          // To leave the loop ends the stream.
          if (isIt(state)) return state
        }
      }
      throw new Error("The phone is off.")
    },
  }
}

/** A person's machine, the outside world in small, and a phone in it. */
export const machineWithPhone = async () => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const made = machine()
  const described = describeServer(server)
  const endpoints = join(made.home, "mock.json")
  writeFileSync(endpoints, JSON.stringify(described))
  const phone = phoneAt(`${server.control}/worlds/${described.projectId}`)
  /** What connects, up to the link; the phone has not been told of it. */
  const connecting = (...more: readonly string[]) =>
    made.start(["connect", "--wallet", "walletconnect", "--jsonl", "--endpoints", endpoints, ...more])
  const linkOf = async (running: ReturnType<typeof connecting>): Promise<string> =>
    z.string().parse((await running.state("uri"))["uri"])
  /** Connected with a phone that approves everything. */
  const connected = async (...more: readonly string[]) => {
    await phone.policy("approve")
    const running = connecting(...more)
    await phone.pair(await linkOf(running))
    const { code, stderr } = await running.ended
    if (code !== 0) throw new Error(stderr)
    return running.states()
  }
  const stateFile = (name: string) => join(made.home, "wmodal", name)
  return { ...made, described, endpoints, phone, connecting, linkOf, connected, stateFile }
}
