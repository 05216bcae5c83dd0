/** Where the site lies, as a worker knows it: its own script lies in a folder of the site (assets/, and workers/ in development). */
const script = import.meta.url
export const siteUrl = new URL('..', script).href
