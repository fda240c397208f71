import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeServer, startMockServer } from "@wmodal/mock-server"
import { expect, onTestFinished } from "vitest"
import { machine } from "./machine.ts"

interface Shown {
  readonly sessions: readonly { readonly accounts: readonly string[] }[]
  readonly questions: readonly {
    readonly id: string
    readonly kind: string
    readonly lines: readonly string[]
  }[]
  readonly network: { readonly chainId: string }
}

/** A person's machine, the outside world in small, and a phone in it. Each test has a world of its own. */
export const machineWithPhone = async (world: string) => {
  const server = await startMockServer({ port: 0 })
  onTestFinished(server.close)
  const made = machine()
  const endpoints = join(made.home, "mock.json")
  writeFileSync(endpoints, JSON.stringify({ ...describeServer(server), projectId: world }))
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${server.control}/worlds/${world}/${path}`, {
      ...(body !== undefined && {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    })
    expect(`${path} ${answer.status} ${answer.ok ? "" : await answer.clone().text()}`).toMatch(/ 2\d\d $/)
    return answer.status === 204 ? null : answer.json()
  }
  const phone = {
    policy: (policy: string) => control("phone/policy", { policy }),
    pair: (uri: string) => control("phone/pair", { uri }),
    answer: (approve: boolean) => control("phone/answer", { approve }),
    switchTo: (chainId: string) => control("phone/switch", { chainId }),
    disconnect: () => control("phone/disconnect", {}),
    shown: async () => (await control("phone")) as Shown,
    relay: (act: "restart" | "down" | "up") => control("relay", { do: act }),
  }
  /** Connects, with the phone that scans whatever link it is told. */
  const connect = async (...more: readonly string[]) => {
    const running = made.start([
      "connect",
      "--wallet",
      "walletconnect",
      "--jsonl",
      "--endpoints",
      endpoints,
      ...more,
    ])
    await phone.pair(String((await running.state("uri"))["uri"]))
    return running
  }
  return { ...made, server, endpoints, phone, connect }
}
