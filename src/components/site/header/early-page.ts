/**
 * Runs in the head of every page.
 * - Records clicks on buttons outside of islands (menus, module tabs, a video's play button) and replays them once the
 * page's scripts run. Repeated clicks on an unresponsive button count once. Islands have their own replay
 * (`lib/islands/early-input.ts`).
 * - Sets `data-m` if the URL names a module, so that a course does not open another module first.
 * - Marks pictures that loaded or failed, because these events do not repeat for later listeners.
 * - Skips the capture of a new page for a view transition, which would swallow clicks (`styles/site.css`).
 * - Ignores the rejection of a view transition that the browser skips, because the page is shown anyway.
 */
export const earlyPageScript = `(function(d,k,t){function p(e){t=e.target.closest&&e.target.closest("button[type=button]");if(t&&!t.closest("astro-island")&&k[k.length-1]!==t)k.push(t)}function i(e){t=e.target;if(t.tagName==="IMG")t.dataset[e.type]=""}if(/[?&]m=/.test(location.search))d.documentElement.dataset.m="";d.addEventListener("click",p,true);d.addEventListener("DOMContentLoaded",function(){d.removeEventListener("click",p,true);k.forEach(function(b){b.click()})});d.addEventListener("load",i,true);d.addEventListener("error",i,true);addEventListener("pagereveal",function(e){var v=e.viewTransition,s=d.documentElement.style;if(v){s.viewTransitionName="none";v.finished.finally(function(){s.viewTransitionName=""})}});addEventListener("unhandledrejection",function(e){if(e.reason instanceof DOMException&&/transition/i.test(e.reason.message))e.preventDefault()})})(document,[])`
