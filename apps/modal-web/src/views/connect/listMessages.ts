/** Messages of the list of all wallets and of downloads. */
export const listMessages = {
  "title.ConnectWallets": "Connect wallet",
  "title.AllWallets": "All Wallets",
  "title.GetWallet": "Get a wallet",
  "title.Downloads": "Get {wallet}",

  "title.WhatIsAWallet": "What is a wallet?",

  "help.wallet": "What is a wallet?",
  "help.keys": "It keeps your keys",
  "help.keysText": "The keys of your accounts stay in your wallet. No site ever gets them.",
  "help.approve": "It asks you first",
  "help.approveText": "Nothing is signed or sent before you approve it there. Read what your wallet shows.",
  "help.sites": "One for many sites",
  "help.sitesText":
    "You connect it instead of making an account with a password, and disconnect it when you like.",

  "wallets.list": "Wallets",
  "wallets.search": "Search wallets",
  "wallets.certified": "Certified",
  "wallets.certifiedLong": "Certified wallets only",
  "wallets.elsewhere": "Another device",
  "wallets.scan": "Show a code to scan",
  "wallets.loading": "Loading wallets",
  "wallets.installed": "Installed",
  "wallets.marks":
    "{name}{certified, select, yes {, certified} other {}}{installed, select, yes {, installed} other {}}",
  "wallets.count": "{count, plural, =0 {No wallet found} one {# wallet found} other {# wallets found}}",
  "wallets.none": "No wallet found",
  "wallets.noneText": "Check the spelling, or scan the code with any wallet on your phone.",
  "wallets.noneCertified": "No certified wallet found",
  "wallets.noneCertifiedText": "Certified wallets have passed a connection check. You can also use others.",
  "wallets.clear": "Clear the search",
  "wallets.showAll": "Show wallets that are not certified",
  "wallets.nothing": "No wallets to show",
  "wallets.nothingText": "This site lists no others. Scan the code with any wallet on your phone.",
  "wallets.code": "Show the code",
  "wallets.offline": "The full list could not be loaded",
  "wallets.offlineText": "These come with this page. Any other wallet can scan the code.",
  "wallets.failed": "The list could not be loaded",
  "wallets.failedText": "Check your connection. Any wallet on your phone can still scan the code.",

  "legal.agree":
    "I agree to the {links, select, both {terms of service and the privacy policy} terms {terms of service} other {privacy policy}}",
  "legal.implied":
    "By connecting, you agree to the {links, select, both {terms of service and the privacy policy} terms {terms of service} other {privacy policy}}.",
  "legal.first": "Tick the box above to connect.",
  "legal.terms": "Terms of service",
  "legal.privacy": "Privacy policy",
  "legal.opens": "{link}, opens in a new tab",

  "get.text": "A wallet keeps your keys and asks you before anything is signed or sent. Choose one to start.",
  "get.certified": "Certified",
  "get.all": "All wallets",

  "stores.text": "Install {wallet}, then come back here to connect.",
  "stores.none": "No download found for {wallet}",
  "stores.noneText": "Look for it on the maker's website. Beware of copies.",
  "stores.appStore": "App Store",
  "stores.playStore": "Google Play",
  "stores.chromeStore": "Chrome Web Store",
  "stores.homepage": "Website",
  "stores.appStoreFor": "iPhone and iPad",
  "stores.playStoreFor": "Android",
  "stores.chromeStoreFor": "Browser extension",
  "stores.opens": "get {wallet}, opens in a new tab",
} as const
