/** Why a file of answers could not be read; apart from its screen’s words, because the first screen brings all errors along. */
const zh = {
  empty: '文件里没有一条记录。',
  binary: '这不是文字文件。表格请另存为 CSV，再选一次。',
  tooLarge: '文件超过 480 MB，浏览器一次读不下：请拆成几个文件。',
}

const en: typeof zh = {
  empty: 'There is no record in it.',
  binary: 'This is no text file. Save a workbook as CSV and choose that.',
  tooLarge: 'The file is larger than 480 MB, more than the browser can read at once: split it.',
}

export const answerFileErrors = { zh, en }
