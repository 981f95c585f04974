/**
 * Runs in the head before the first paint. Sets an explicit theme and marks that scripts run and whether a user is
 * signed in. It is text because it is inlined with the page's nonce. Reads `userSettings` and the user-pool library's
 * own keys.
 */
export const BOOT_SCRIPT = `(function(d,l){d.dataset.js='';try{var t=JSON.parse(l.getItem('userSettings')||'{}').theme;if(t==='light'||t==='dark')d.dataset.theme=t;for(var i=0;i<l.length;i++)if(/^CognitoIdentityServiceProvider\\..*\\.LastAuthUser$/.test(l.key(i)))d.dataset.session=''}catch(e){}})(document.documentElement,localStorage)`
