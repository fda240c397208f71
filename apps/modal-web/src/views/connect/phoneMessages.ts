/** Messages of requests to a remote wallet. */
export const phoneMessages = {
  "title.ConnectingWalletConnect": "WalletConnect",

  "phone.ways": "Ways to connect",
  "phone.way":
    "{way, select, browser {Browser} mobile {Mobile} qrcode {Mobile} webapp {Web app} desktop {Desktop} other {}}",
  "phone.code": "QR code to scan with a wallet on your phone",
  "phone.codeFor": "QR code to scan with {wallet} on your phone",
  "phone.scanWith": "Scan this code with {wallet} on your phone",
  "phone.making": "Creating code",
  "phone.ready": "The code is ready. Scan it with your phone.",
  "phone.renews": "New code in {time} · waiting for your wallet",
  "phone.ends": "This code expires in {time} · waiting for your wallet",
  "phone.clock": "Does your wallet say the code has expired? Check the date and time of this device.",
  "phone.clockExpired": "If your wallet called it expired at once, check the date and time of this device.",
  "phone.copy": "Copy link",
  "phone.none": "No wallet yet?",
  "phone.noneOf": "No {wallet} yet?",

  "phone.open": "Open {wallet} to continue",
  "phone.openText": "Approve the connection in {wallet}, then come back here.",
  "phone.openPage": "Continue in {wallet}",
  "phone.openPageText": "It opens in a new tab. Approve the connection there, then come back here.",
  "phone.browse": "Continue in {wallet}",
  "phone.browseText": "It opens this page in its own browser. Connect there.",
  "phone.slow": "Nothing happened? Open {wallet} again, or paste the link into it.",
  "phone.slowMinute": "Still waiting for {wallet}. Look for its request, or open it again.",
  "phone.linkMaking": "Creating link…",
  "phone.openIt": "Open",
  "phone.openItLabel": "Open {wallet}",
  "phone.openTabLabel": "Open {wallet} in a new tab",
  "phone.again": "Open again",
  "phone.againLabel": "Open {wallet} again",

  "phone.here": "{wallet} is in this browser",
  "phone.hereText": "No phone is needed: connect with the extension.",
  "phone.hereGo": "Connect here",
  "phone.notDetected": "{wallet} was not detected",
  "phone.notDetectedText":
    "It is a browser extension and is not installed here. Install it, then reload this page.",

  "phone.failed": "No wallet connected",
  "phone.stopped": "No request in progress",
  "phone.stoppedText": "Nothing was shared. You can try again.",
  "phone.newCode": "Show a new code",
  "phone.connected": "Connected to {wallet}",
  "phone.unreachable": "Relay unavailable",
  "phone.unreachableText":
    "The relay links this page and your phone. Nothing was shared. Check your connection, then try again.",

  "phone.againOf": "Open {wallet} again",
} as const
