chrome.runtime.onConnect.addListener((port) => {
  if (port.name === "page") {
    port.onMessage.addListener(async (m) => {
      await chrome.windows.create({ url: chrome.runtime.getURL("approve.html#1"), type: "popup", width: 380, height: 620, focused: true })
      const { id } = m as { id: number }
      globalThis.reply = () => port.postMessage({ id, result: port.sender?.origin })
    })
  } else {
    port.postMessage({ origin: "http://x", title: "Title", lines: ["a"] })
    port.onMessage.addListener((m) => { globalThis.reply(m); port.disconnect() })
  }
})
