import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, makePhoneClient, startMockServer } from "@wmodal/mock-server"
import { onTestFinished } from "vitest"
import * as z from "zod/mini"
import { makeMachine } from "./machine.ts"

/** Returns a user's machine with a mock server and a phone. */
export const makeMachineWithPhone = async () => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const made = makeMachine()
  const described = describeServer(server)
  const endpoints = join(made.home, "mock.json")
  writeFileSync(endpoints, JSON.stringify(described))
  const world = `${server.control}/worlds/${described.projectId}`
  const phone = makePhoneClient(world)
  const relay = (act: "restart" | "down" | "up") =>
    fetch(`${world}/relay`, { method: "POST", body: JSON.stringify({ do: act }) })
  /** Starts `connect` up to the link. The phone does not have the link yet. */
  const connecting = (...more: readonly string[]) =>
    made.start(["connect", "--wallet", "walletconnect", "--jsonl", "--endpoints", endpoints, ...more])
  const linkOf = async (running: ReturnType<typeof connecting>): Promise<string> =>
    z.string().parse((await running.state("uri"))["uri"])
  /** Connects a phone that approves everything. */
  const connected = async (...more: readonly string[]) => {
    await phone.policy("approve")
    const running = connecting(...more)
    await phone.pair(await linkOf(running))
    const { code, stderr } = await running.ended
    if (code !== 0) throw new Error(stderr)
    return running.states()
  }
  const stateFile = (name: string) => join(made.home, "wmodal", name)
  return { ...made, described, endpoints, phone, relay, connecting, linkOf, connected, stateFile }
}
