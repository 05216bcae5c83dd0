const zh = {
  title: '这个站点发布的结果',
  text: '随站点一起发布，人人可看，只能看；不写进这个浏览器。',
  caption: '随站点发布的运行，新的在前',
  badge: '站点发布，只读',
  failed: '站点的结果目录读不出来',
}

const en: typeof zh = {
  title: 'Results that this site publishes',
  text: 'They lie in the site itself, for everybody to look at and for nobody to change; nothing of them is stored in this browser.',
  caption: 'Published runs, the newest first',
  badge: 'published, read-only',
  failed: 'The site’s list of results could not be read',
}

export const publishedMessages = { zh, en }
