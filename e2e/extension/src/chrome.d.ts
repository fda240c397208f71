/** The parts of the extension API that this wallet uses. Source: developer.chrome.com/docs/extensions/reference. */
declare namespace chrome {
  interface ChromeEvent<Listener extends (...args: never[]) => void> {
    addListener(listener: Listener): void
    removeListener(listener: Listener): void
  }

  namespace runtime {
    interface MessageSender {
      /** The origin of the frame that connected, as the browser knows it. */
      readonly origin?: string
      readonly url?: string
      readonly id?: string
    }

    interface Port {
      readonly name: string
      readonly sender?: MessageSender
      readonly onMessage: ChromeEvent<(message: unknown) => void>
      readonly onDisconnect: ChromeEvent<() => void>
      postMessage(message: unknown): void
      disconnect(): void
    }

    const id: string | undefined
    const onConnect: ChromeEvent<(port: Port) => void>
    function connect(info: { readonly name: string }): Port
    function getURL(path: string): string
  }

  namespace windows {
    function create(options: {
      readonly url: string
      readonly type: "popup"
      readonly width: number
      readonly height: number
      readonly focused: boolean
    }): Promise<{ readonly id: number }>
    const onRemoved: ChromeEvent<(windowId: number) => void>
  }

  namespace storage {
    interface Area {
      get(key: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
      clear(): Promise<void>
    }
    const local: Area
  }
}
