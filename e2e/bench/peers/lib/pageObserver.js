// Runs in the page before its own scripts. It only observes.
;(() => {
  if (window.top !== window) return
  const bench = { longTasks: [], layoutShifts: [], clickAt: null, result: null, addressAt: null }
  window.__bench = bench
  const observe = (type, into) =>
    new PerformanceObserver((list) => into.push(...list.getEntries())).observe({ type, buffered: true })
  observe("longtask", bench.longTasks)
  observe("layout-shift", bench.layoutShifts)
  addEventListener(
    "click",
    (event) => {
      if (bench.result !== null) bench.clickAt ??= event.timeStamp
    },
    true,
  )

  const getParent = (node) =>
    node.parentElement ?? (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null)
  const getFlatParent = (element) => element.assignedSlot ?? getParent(element)
  const isInside = (node, ancestor) => {
    for (let one = node; one !== null; one = getFlatParent(one)) if (one === ancestor) return true
    return false
  }
  const getOpacity = (element) => {
    let opacity = 1
    for (let one = element; one; one = getFlatParent(one)) opacity *= Number(getComputedStyle(one).opacity)
    return opacity
  }

  /** Returns the non-empty text nodes under a root, through open shadow roots. */
  const getTexts = (root, found = []) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) found.push(node)
      else if (node.shadowRoot) getTexts(node.shadowRoot, found)
    }
    return found
  }
  /** Returns the opacity of a text with a box in the viewport, else 0. */
  const getVisibility = (text) => {
    const element = text.parentElement ?? text.parentNode.host
    if (!element || /^(style|script|title|noscript)$/.test(element.localName)) return 0
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 0
    const range = document.createRange()
    range.selectNodeContents(text)
    const { width, height, top, right, bottom, left } = range.getBoundingClientRect()
    if (width < 1 || height < 1 || bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth)
      return 0
    return getOpacity(element)
  }
  /** Calls back with the time after the frame that is being drawn. */
  const afterFrame = (report) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener("message", () => {
      report(performance.now())
      port1.close()
    })
    port1.start()
    port2.postMessage(0)
  }

  /** Waits until a click would reach the element. Returns the middle of its box. */
  bench.whenActionable = (element) =>
    new Promise((resolve) => {
      const look = () => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const middle = { x: x + width / 2, y: y + height / 2 }
        let hit = document.elementFromPoint(middle.x, middle.y)
        while (hit?.shadowRoot?.elementFromPoint(middle.x, middle.y))
          hit = hit.shadowRoot.elementFromPoint(middle.x, middle.y)
        if (width > 0 && !element.disabled && hit && isInside(hit, element)) resolve(middle)
        else requestAnimationFrame(look)
      }
      look()
    })

  /** Starts to wait for a click on the opener, and records what comes after it. Times are ms after the click. */
  bench.arm = (opener, walletPattern, dialog) => {
    const pattern = new RegExp(walletPattern, "i")
    const seen = new WeakMap(
      getTexts(document)
        .filter((text) => getVisibility(text) > 0)
        .map((text) => [text, text.data]),
    )
    const result = { first: null, wallet: null, opaque: null, focus: null, firstText: null }
    const pending = new Set()
    const record = (key) => {
      if (result[key] !== null || pending.has(key)) return
      pending.add(key)
      afterFrame((now) => {
        result[key] = now - bench.clickAt
      })
    }
    bench.clickAt = null
    bench.result = result
    const lookForTexts = () => {
      for (const text of getTexts(document)) {
        if (seen.get(text) === text.data) continue
        const isWallet = pattern.test(text.data.trim())
        if ((result.firstText !== null && !isWallet) || isInside(text, opener)) continue
        const opacity = getVisibility(text)
        if (opacity > 0.05) {
          result.firstText ??= text.data.trim().slice(0, 60)
          record("first")
          if (isWallet) record("wallet")
        }
        if (isWallet && opacity > 0.99) record("opaque")
      }
    }
    const look = () => {
      if (bench.clickAt !== null) lookForTexts()
      if (!pending.has("opaque")) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    addEventListener(
      "focusin",
      () => {
        if (bench.clickAt !== null && bench.getFocus(dialog).where === "modal")
          result.focus ??= performance.now() - bench.clickAt
      },
      true,
    )
  }

  /** Sums the layout shifts after the frame of the first text, those shortly after input included. */
  bench.getShiftAfterFirst = () =>
    bench.layoutShifts
      .filter(({ startTime }) => startTime > bench.clickAt + bench.result.first)
      .reduce((sum, { value }) => sum + value, 0)

  /** Records when a text that matches is visible in the area of the opener, in ms after the navigation. */
  bench.watchAddress = (source) => {
    const pattern = new RegExp(source, "i")
    const look = () => {
      const area = document.querySelector("#opener")
      const isShown = (text) => pattern.test(text.data.trim()) && getVisibility(text) > 0.05
      if (area !== null && getTexts(area).some(isShown))
        afterFrame((now) => {
          bench.addressAt = now
        })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }

  bench.isWalletShown = (walletPattern) => {
    const pattern = new RegExp(walletPattern, "i")
    return getTexts(document).some((text) => pattern.test(text.data.trim()) && getVisibility(text) > 0.05)
  }
  bench.getVisibleTexts = () =>
    getTexts(document)
      .filter((text) => getVisibility(text) > 0.05)
      .map((text) => text.data.trim())

  const getActiveElement = () => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active
  }
  const ids = new WeakMap()
  let nextId = 0
  /** Returns where the focus is: modal, opener, page, body or other. */
  bench.getFocus = (dialog) => {
    const active = getActiveElement()
    if (!active || active === document.body || active === document.documentElement) return { where: "body" }
    if (!ids.has(active)) ids.set(active, nextId++)
    const id = ids.get(active)
    const label = active.getAttribute("aria-label")
    const name = `${active.localName}${active.id && `#${active.id}`}${label ? `[${label}]` : ""}`
    const what = `${name} ${(active.textContent ?? "").trim().slice(0, 30)}`.trim()
    for (let one = active; one; one = getParent(one)) {
      if (one.matches(dialog)) return { where: "modal", what, id }
      if (one.id === "opener") return { where: "opener", what, id }
      if (one.localName === "main") return { where: "page", what, id }
    }
    return { where: "other", what, id }
  }

  const getRole = (element) =>
    element.getAttribute("role") ?? (element.localName === "dialog" && element.open ? "dialog(native)" : "")
  const getLabel = (element) => {
    const id = element.getAttribute("aria-labelledby")
    if (element.hasAttribute("aria-label") || id === null) return element.getAttribute("aria-label")
    return `labelledby ${(element.getRootNode().getElementById(id)?.textContent ?? "MISSING").trim()}`
  }
  const getModality = (element) =>
    element.getAttribute("aria-modal") ??
    (element.localName === "dialog" && element.matches(":modal") ? "native" : null)
  bench.getDialogs = (root = document) =>
    [...root.querySelectorAll("*")].flatMap((element) => {
      const inside = element.shadowRoot ? bench.getDialogs(element.shadowRoot) : []
      const role = getRole(element)
      if (!/^(alert)?dialog/.test(role) || !element.checkVisibility()) return inside
      const label = getLabel(element)
      return [{ tag: element.localName, role, modal: getModality(element), label }, ...inside]
    })
  bench.isBackgroundInert = () =>
    Boolean(document.querySelector("#page-after")?.closest("[inert],[aria-hidden=true]"))
})()
