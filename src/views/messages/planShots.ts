const zh = {
  ids: '示例的编号',
  idsHint: '每行一个，照这个顺序给模型看；一行也可以用逗号隔开写几个（整行就是一个编号时不拆）',
  noIds: '还没有写编号。',
  fewer: (found: string, wanted: string) => `只抽到 ${found} 个示例，要的是 ${wanted} 个`,
  fewerText: '再没有合适的样本了：要全部标注齐全、和派生表一致，并且不碰考题，也不与别的示例同文、同组、同上文。',
  refusedTitle: '点名的示例里有不能用的',
  refused: {
    unknown: (id: string) => `${id}：可取示例的样本里没有这个编号`,
    labels: (id: string) => `${id}：标注不全，或和派生表不一致`,
    tested: (id: string) => `${id}：是考题，或与考题同文、同组、同上文`,
  },
}

const en: typeof zh = {
  ids: 'Ids of the examples',
  idsHint: 'a line each, shown to the model in this order; a line may name several, parted by commas (one that is an id as a whole is not parted)',
  noIds: 'No id is named yet.',
  fewer: (found, wanted) => `Only ${found} examples could be drawn of the ${wanted} asked for`,
  fewerText: 'No other sample has all its labels, agrees with the scheme’s tables and stands apart from the test and from the other examples.',
  refusedTitle: 'Some of the named examples cannot be used',
  refused: {
    unknown: (id) => `${id}: no sample that examples may be taken from has this id`,
    labels: (id) => `${id}: it lacks a label, or contradicts the scheme’s tables`,
    tested: (id) => `${id}: it is under test, or shares text, group or context with a sample that is`,
  },
}

export const planShotsMessages = { zh, en }
