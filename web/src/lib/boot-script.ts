import { jsonText } from './json-text.js'

/**
 * Runs in the head before the first paint. Sets an explicit theme and marks that scripts run and whether a user is
 * signed in. It is text because it is inlined with the page's nonce. Reads `userSettings` and the user-pool library's
 * own keys.
 */
export const BOOT_SCRIPT = `(function(d,l){d.dataset.js='';try{var t=JSON.parse(l.getItem('userSettings')||'{}').theme;if(t==='light'||t==='dark')d.dataset.theme=t;for(var i=0;i<l.length;i++)if(/^CognitoIdentityServiceProvider\\..*\\.LastAuthUser$/.test(l.key(i)))d.dataset.session=''}catch(e){}})(document.documentElement,localStorage)`

/**
 * Returns a script for the head that preloads a picture in the theme that `BOOT_SCRIPT` or the system set: `srcset` by day
 * and by night. A browser without AVIF ignores the link.
 */
export const preloadPicture = (sets: readonly [light: string, dark: string], sizes: string): string =>
  `(function(d){var t=d.documentElement.dataset.theme,n=t?t==='dark':matchMedia('(prefers-color-scheme:dark)').matches,l=d.createElement('link');l.rel='preload';l.as='image';l.type='image/avif';l.fetchPriority='high';l.imageSrcset=${jsonText(sets)}[+n];l.imageSizes=${jsonText(sizes)};d.head.append(l)})(document)`
