import { SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'

/**
 * Runs in the head of every page before the first paint, so that nothing shifts. `data-js` means that scripts run.
 * `data-auth` comes from the server if set, otherwise from the cookie that exists while a user is signed in. The script
 * must be the same on every page, because the Content-Security-Policy allows it by its hash.
 */
export const earlyAuthScript = `(function(d,c){d.js="";d.auth=d.auth||(c?c[1]==="admin"?"admin":"member":"visitor")})(document.documentElement.dataset,/(?:^|; )${SIGNED_IN_COOKIE}=(\\w*)/.exec(document.cookie))`
