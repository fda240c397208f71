import { polygon } from "@wmodal/protocol/networks"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createWModal } from "./createWModal.ts"
import { getPageModal } from "./instances.ts"

const made: { destroy: () => void }[] = []
const make = (options: unknown) => {
  // A page without types passes anything, and this test covers that.
  const modal = createWModal(options as Parameters<typeof createWModal>[0])
  made.push(modal)
  return modal
}

/** Stubs what a supported browser has. A test takes a part away. */
const stubBrowser = ({ sheets = true, css = true } = {}) => {
  const document = { URL: "http://localhost/", readyState: "complete" }
  vi.stubGlobal("document", { ...document, ...(sheets && { adoptedStyleSheets: [] }) })
  vi.stubGlobal("navigator", { userAgent: "A browser of 2021" })
  vi.stubGlobal("CSS", { supports: () => css })
}

afterEach(() => {
  for (const modal of made.splice(0)) modal.destroy()
  vi.unstubAllGlobals()
})

describe("createWModal", () => {
  it.each([undefined, null, 7, "x", [], {}, { chains: 3 }, { themeMode: "pink" }])(
    "never throws for any options: %j",
    (options) => {
      expect(make(options).getState()).toMatchObject({ engine: "idle", open: false, status: "disconnected" })
    },
  )

  it("loads nothing before the first use", () => {
    const load = vi.fn(() => Promise.reject(new Error("not now")))
    make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    expect(load).not.toHaveBeenCalled()
  })

  it("notifies subscribers of changes until they unsubscribe", () => {
    const modal = make({})
    const listener = vi.fn()
    const leave = modal.subscribe(listener)
    modal.setThemeMode("dark")
    leave()
    modal.setThemeMode("light")
    expect(listener).toHaveBeenCalledTimes(1)
    expect(modal.getState().theme.mode).toBe("light")
  })

  it("calls subscribers of a part at once, and again only when that part has changed", () => {
    const modal = make({ themeMode: "light" })
    const heard: unknown[] = []
    const stops = [
      modal.subscribeTheme((theme) => heard.push(["theme", theme.mode])),
      modal.subscribeAccount((account) => heard.push(["account", account])),
      modal.subscribeAccount((account) => heard.push(["solana", account]), "solana"),
      modal.subscribeNetwork((network) => heard.push(["network", network])),
      modal.subscribeEvents((event) => heard.push(["event", event])),
      modal.subscribeWalletInfo((wallet) => heard.push(["wallet", wallet])),
      modal.subscribeProviders((providers) => heard.push(["providers", providers])),
      modal.subscribeState(({ engine }) => heard.push(["state", engine])),
    ]
    expect(heard).toEqual([
      ["theme", "light"],
      ["account", null],
      ["solana", null],
      ["network", null],
      ["event", null],
      ["wallet", null],
      ["providers", {}],
      ["state", "idle"],
    ])
    heard.length = 0
    modal.setThemeMode("dark")
    expect(heard).toEqual([
      ["theme", "dark"],
      ["state", "idle"],
    ])
    for (const stop of stops) stop()
    modal.setThemeMode("auto")
    expect(heard).toHaveLength(2)
    expect([modal.getTheme().mode, modal.getNetwork(), modal.getEvent()]).toEqual(["auto", null, null])
    expect([modal.getAccount("eip155"), modal.getWalletInfo(), modal.getProviders()]).toEqual([
      null,
      null,
      {},
    ])
  })

  it("takes the chains of viem as networks", () => {
    const { chainNamespace: _, caipNetworkId: __, ...viemPolygon } = polygon
    expect(make({ networks: [viemPolygon, polygon] }).networks).toMatchObject([
      { id: 137, chainNamespace: "eip155", caipNetworkId: "eip155:137" },
      { caipNetworkId: "eip155:137" },
    ])
  })

  it("has each method of the engine as its own, which fails once the modal is destroyed", async () => {
    const modal = { ...make({}) }
    modal.destroy()
    for (const method of [modal.switchNetwork, modal.send, modal.updateEmail] as (() => Promise<unknown>)[])
      expect(await method()).toMatchObject({ ok: false, error: { tag: "Destroyed" } })
    expect(() => modal.watch("tokens", () => {})()).not.toThrow()
  })

  it("stays an object: no promise, with methods that keep their identity", async () => {
    const modal = make({})
    expect(await modal).toBe(modal)
    expect(modal.send).toBe(modal.send)
    expect(String(modal)).toBe("[object Object]")
    for (const none of ["toJSON", "setup", "sendTransaction"]) expect(modal).not.toHaveProperty(none)
  })

  it("binds the page's elements to the oldest living instance", () => {
    const [first, second] = [make({}), make({})]
    expect(getPageModal()).toBe(first)
    first.destroy()
    expect(getPageModal()).toBe(second)
    second.destroy()
    expect(getPageModal()).toBeNull()
  })

  it("does nothing after destroy and reports that", async () => {
    const modal = make({})
    const listener = vi.fn()
    modal.subscribe(listener)
    modal.destroy()
    expect(listener).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ engine: "destroyed", account: null, status: "disconnected" }),
    )
    listener.mockClear()
    modal.open()
    modal.preload()
    modal.setThemeMode("dark")
    expect(listener).not.toHaveBeenCalled()
    expect(await modal.switchNetwork("eip155:1")).toMatchObject({ ok: false, error: { tag: "Destroyed" } })
  })

  it("settles pending calls when it is destroyed before the engine has loaded", async () => {
    const load = vi.fn(() => new Promise<never>(() => {}))
    const modal = make({ projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] })
    const outcomes = Promise.all([modal.switchNetwork("eip155:1"), modal.disconnect()])
    modal.destroy()
    const refused = { ok: false, error: expect.objectContaining({ tag: "Destroyed" }) }
    expect(await outcomes).toEqual([refused, refused])
  })

  it("isolates other listeners from one that throws", () => {
    const reported = vi.fn()
    vi.stubGlobal("reportError", reported)
    const modal = make({})
    const listener = vi.fn()
    modal.subscribe(() => {
      throw new Error("the page's own mistake")
    })
    modal.subscribe(listener)
    modal.setThemeMode("dark")
    expect(listener).toHaveBeenCalledTimes(1)
    expect(reported).toHaveBeenCalledTimes(1)
  })

  describe("createWModal for a returning visitor", () => {
    const chain = { namespace: "eip155", load: () => new Promise<never>(() => {}) }
    const options = { projectId: "p", networks: [polygon], chains: [chain], cookie: true }
    const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    const visit = (cookie: string, session: string | null) => {
      stubBrowser()
      vi.stubGlobal("document", { ...document, cookie })
      vi.stubGlobal("localStorage", { getItem: () => session })
    }
    const remembered = `wmodal=1|eip155:137|eip155:137:${address}/io.metamask/MetaMask`
    const session = '{"v":1,"data":{"eip155":{}}}'

    it("connects at once, has the account as soon as its code is loaded, and loads the engine", async () => {
      visit(remembered, session)
      const modal = make(options)
      expect(modal.getState()).toMatchObject({ status: "connecting", account: null, engine: "loading" })
      await vi.waitFor(
        () => expect(modal.getState()).toMatchObject({ status: "connecting", account: { address } }),
        { timeout: 20_000 },
      )
    })

    it("keeps a first visitor's state as the initial state, which a server renders", () => {
      visit(remembered, session)
      const modal = make(options)
      expect(modal.getInitialState()).toMatchObject({ status: "disconnected", engine: "idle", account: null })
      expect(modal.getInitialState()).toBe(modal.getInitialState())
    })

    it("stays disconnected with a text that does not decode and no session", async () => {
      visit("wmodal=1|eip155:137|eip155:137:<b>/a/b", null)
      const modal = make(options)
      const heard: string[] = []
      modal.subscribe(({ status }) => heard.push(status))
      expect(modal.getState()).toMatchObject({ status: "disconnected", engine: "loading" })
      await vi.waitFor(() => expect(heard).not.toEqual([]), { timeout: 20_000 })
      expect(new Set(heard)).toEqual(new Set(["disconnected"]))
    })

    it("loads the engine at once when a provider's page has returned with a result, and opens nothing", () => {
      visit("a=b", null)
      vi.stubGlobal("document", {
        ...document,
        URL: "http://localhost/?a=1&result_uri=https%3A%2F%2Fs.example",
      })
      expect(make(options).getState()).toMatchObject({ engine: "loading", open: false })
    })

    it("loads nothing when the last visit left nothing", () => {
      visit("a=b", null)
      expect(make(options).getState()).toMatchObject({ status: "disconnected", engine: "idle" })
    })
  })
})

describe("createWModal in a browser below the floor", () => {
  const load = vi.fn(() => new Promise<never>(() => {}))
  const warn = vi.fn()
  const options = { projectId: "p", networks: [], chains: [{ namespace: "eip155", load }], cookie: true }
  beforeEach(() => {
    load.mockClear()
    warn.mockClear()
    vi.stubGlobal("console", { ...console, warn })
  })

  it("reports support on a server, and in a browser with constructed sheets, color-mix and :has", () => {
    expect(make({}).supported).toBe(true)
    stubBrowser()
    expect(make({}).supported).toBe(true)
  })

  it.each([{ sheets: false }, { css: false }])(
    "loads no engine and fails every action by name when it lacks %j",
    async (missing) => {
      stubBrowser(missing)
      const modal = make(options)
      expect(modal.supported).toBe(false)
      const error = { tag: "BrowserTooOld", text: expect.stringContaining("Update it") }
      expect(await modal.disconnect()).toEqual({ ok: false, error })
      modal.open()
      await vi.waitFor(() => expect(modal.getState()).toMatchObject({ open: false, error }))
      expect(modal.getProvider("eip155")).toBeNull()
      expect(load).not.toHaveBeenCalled()
    },
  )

  it("defines buttons that say so, and warns the developer", async () => {
    stubBrowser({ sheets: false })
    const defined = new Map<string, CustomElementConstructor>()
    class Base {
      readonly root = { textContent: "" }
      readonly attributes: string[] = []
      attachShadow() {
        return this.root
      }
      setAttribute(name: string) {
        this.attributes.push(name)
      }
    }
    vi.stubGlobal("HTMLElement", Base)
    vi.stubGlobal("customElements", {
      get: (name: string) => defined.get(name),
      define: (name: string, made: CustomElementConstructor) => defined.set(name, made),
    })
    make(options)
    await vi.waitFor(() =>
      expect([...defined.keys()]).toEqual([
        "wmodal-button",
        "wmodal-network-button",
        "wmodal-account-button",
        "wmodal-wallet-button",
      ]),
    )
    for (const Button of defined.values()) {
      const button = new Button() as unknown as Base & { connectedCallback: () => void }
      button.connectedCallback()
      expect(button.root.textContent).toMatch(/^This browser is too old/)
      expect(button.attributes).toEqual(["data-unsupported"])
    }
    expect(warn).toHaveBeenCalledWith("[wmodal]", expect.stringContaining("A browser of 2021"))
  })
})

describe("preloadWhenIdle", () => {
  const load = vi.fn(() => new Promise<never>(() => {}))
  const options = { projectId: "p", networks: [], chains: [{ namespace: "eip155", load }] }
  const idle: (() => void)[] = []
  beforeEach(() => {
    load.mockClear()
    idle.length = 0
    stubBrowser()
    vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run))
  })
  const passIdle = () => {
    for (const run of idle.splice(0)) run()
  }

  it("loads once the page is idle", () => {
    const modal = make(options)
    modal.preloadWhenIdle()
    expect(load).not.toHaveBeenCalled()
    passIdle()
    expect(load).toHaveBeenCalledTimes(1)
    expect(modal.getState().engine).toBe("loading")
  })

  it.each([
    ["the option preload is intent", { ...options, preload: "intent" }, {}],
    ["the user saves data", options, { connection: { saveData: true } }],
  ])("loads nothing when %s", (_, given, navigator) => {
    vi.stubGlobal("navigator", navigator)
    const modal = make(given)
    modal.preloadWhenIdle()
    passIdle()
    expect(load).not.toHaveBeenCalled()
    modal.preload()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it("loads nothing after destroy", () => {
    const modal = make(options)
    modal.preloadWhenIdle()
    modal.destroy()
    passIdle()
    expect(load).not.toHaveBeenCalled()
  })
})
