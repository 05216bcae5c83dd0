import { counted } from './counted.ts'

const zh = {
  sentence: '弦外在浏览器里测量小模型听懂言外之意的能力。',
  explanation: '让中文语言模型和分类器按“显隐立场矩阵”判断你的数据，答案存在本机，并算出这些答案有多可信。',
  tryIt: '用示例数据试试',
  trying: '正在准备示例…',
  tryNote: (count: string) => `${count} 条自编示例，只为演示，不是评测基准。三次点击见结果，不到一分钟。`,
  ownData: '用我的数据',
  tryFailed: '示例没有准备好',
  matrixCaption: '同一句话，说的和想的可以不同：行是字面极性，列是隐含极性，格子就是立场。',
  privacyTitle: '数据不离开这台机器',
  privacyText: '没有服务器，没有账号。文件、模型和答案都留在这个浏览器里，页面自带的安全策略禁止它连接别的主机。',
  privacyCheckTitle: '如何自己验证',
  privacyChecks: [
    '按 F12 打开开发者工具的“网络”面板，导入文件、运行模型：所有请求都只指向本站。',
    '断开网络再运行：页面打开之后，自带的模型一经载入，就不再需要网络。',
    '查看页面源代码里的 Content-Security-Policy：connect-src 只有本站。',
  ],
  recentData: '最近的数据',
  recentPlans: '最近的运行',
  noData: '还没有数据集。',
  noPlans: '还没有运行过。',
  samples: (count: string) => `${count} 条`,
  demonstration: '示例',
  planSummary: (models: string, methods: string) => `${models} × ${methods}`,
  andMore: (methods: string, n: string) => `${methods}等，另有 ${n} 种`,
  storageClosed: '这个浏览器不让本页存数据（无痕窗口或设置所致），结果关页即失。',
}

const en: typeof zh = {
  sentence: 'Xianwai measures in the browser how well small models hear what is meant beyond what is said.',
  explanation: 'Chinese language models and classifiers judge your data by the Explicit-Implicit Stance Matrix; answers stay on this machine, and you see what they are worth.',
  tryIt: 'Try it with the sample data',
  trying: 'Preparing the sample …',
  tryNote: (count) => `${count} records of our own making, for demonstration, not a benchmark. Three clicks to the results, under a minute.`,
  ownData: 'Use my data',
  tryFailed: 'The sample could not be prepared',
  matrixCaption: 'What is said and what is meant may differ: rows are the words’ polarity, columns the meaning’s, a cell is the stance.',
  privacyTitle: 'Data stays on this machine',
  privacyText: 'No server, no account. Files, models and answers stay in this browser, and the page’s own security policy forbids it to connect to any other host.',
  privacyCheckTitle: 'How to check that',
  privacyChecks: [
    'Open the developer tools’ Network panel (F12), import a file, run a model: every request goes to this site.',
    'Disconnect and run: once the page is open and a model of this site loaded, the network is not needed.',
    'Read Content-Security-Policy in the page’s source: connect-src names this site only.',
  ],
  recentData: 'Recent datasets',
  recentPlans: 'Recent runs',
  noData: 'No dataset yet.',
  noPlans: 'Nothing has been run yet.',
  samples: (count) => counted(count, 'sample'),
  demonstration: 'sample',
  planSummary: (models, methods) => `${models} × ${methods}`,
  andMore: (methods, n) => `${methods} and ${n} more`,
  storageClosed: 'This browser does not let the page store anything (private window or settings): results are lost when the page closes.',
}

export const homeMessages = { zh, en }
