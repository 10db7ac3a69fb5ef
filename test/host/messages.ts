/**
 * Google's error messages in the host's languages. The English message is the key; `{0}` and `{1}` are its arguments.
 * Google doesn't translate services, members, scopes, addresses, and words such as `urlfetch`. Users of Apps Script
 * reported the English messages. The translations are our own; they only need to differ from the English.
 */
export const LANGUAGES = ['en', 'ja', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const MESSAGES = {
  // Executions
  'Exceeded maximum execution time': {
    ja: '起動時間の最大値を超えました',
    de: 'Maximale Ausführungszeit überschritten',
  },
  'There are too many scripts running simultaneously for this Google user account.': {
    ja: 'この Google ユーザー アカウントで同時に実行されているスクリプトが多すぎます。',
    de: 'Für dieses Google-Nutzerkonto werden zu viele Skripts gleichzeitig ausgeführt.',
  },
  'Service using too much computer time for one day': {
    ja: '1 日あたりのサービスのコンピュータ使用時間が長すぎます',
    de: 'Der Dienst beansprucht an einem Tag zu viel Rechenzeit',
  },
  'Script function not found: {0}': {
    ja: 'スクリプト関数が見つかりません: {0}',
    de: 'Skriptfunktion nicht gefunden: {0}',
  },
  'Failed due to illegal value in property: {0}': {
    ja: 'プロパティの値が不正なため失敗しました: {0}',
    de: 'Fehler wegen eines unzulässigen Werts in der Eigenschaft: {0}',
  },
  'The script completed but the returned value is not a supported return type.': {
    ja: 'スクリプトが完了しましたが、返された値はサポート対象の戻り値の型ではありません。',
    de: 'Das Skript wurde abgeschlossen, aber der Rückgabewert hat keinen unterstützten Typ.',
  },

  // Permissions
  'Authorization is required to perform that action.': {
    ja: 'その操作を実行するには承認が必要です。',
    de: 'Für diesen Vorgang ist eine Autorisierung erforderlich.',
  },
  'You do not have permission to call {0}': {
    ja: '{0} を呼び出す権限がありません',
    de: 'Sie sind nicht berechtigt, {0} aufzurufen',
  },
  'Specified permissions are not sufficient to call {0}. Required permissions: {1}': {
    ja: '指定された権限では {0} を呼び出すことができません。必要な権限: {1}',
    de: 'Die angegebenen Berechtigungen reichen nicht aus, um {0} aufzurufen. Erforderlich: {1}',
  },
  'Cannot call SpreadsheetApp.getUi() from this context.': {
    ja: 'このコンテキストから SpreadsheetApp.getUi() を呼び出せません。',
    de: 'SpreadsheetApp.getUi() kann in diesem Kontext nicht aufgerufen werden.',
  },
  'Unexpected error while getting the method or property openById on object SpreadsheetApp.': {
    ja: 'オブジェクト SpreadsheetApp のメソッドまたはプロパティ openById の取得中に予期しないエラーが発生しました。',
    de: 'Unerwarteter Fehler beim Abrufen der Methode oder Eigenschaft openById für das Objekt SpreadsheetApp.',
  },

  // Quotas and limits
  'Service invoked too many times for one day: {0}.': {
    ja: '1 日にサービスを実行した回数が多すぎます: {0}。',
    de: 'Dienst an einem Tag zu häufig aufgerufen: {0}.',
  },
  'Service Spreadsheets timed out while accessing document with id {0}.': {
    ja: 'ID {0} のドキュメントにアクセスしているときに、サービス Spreadsheets がタイムアウトしました。',
    de: 'Zeitüberschreitung beim Dienst Spreadsheets während des Zugriffs auf das Dokument mit der ID {0}.',
  },
  'Lock timeout: another process was holding the lock for too long.': {
    ja: 'ロックのタイムアウト: 別のプロセスがロックを保持している時間が長すぎます。',
    de: 'Zeitlimit für Sperre: Ein anderer Prozess hat die Sperre zu lange gehalten.',
  },
  'Sleep time must not exceed 300000 milliseconds.': {
    ja: 'スリープ時間は 300000 ミリ秒以下にしてください。',
    de: 'Die Ruhezeit darf 300000 Millisekunden nicht überschreiten.',
  },

  // Arguments
  'Argument too large: {0}': { ja: '引数が大きすぎます: {0}', de: 'Argument zu groß: {0}' },
  'Argument "key" must not be null or empty.': {
    ja: '引数「key」は null または空にできません。',
    de: 'Das Argument "key" darf nicht null oder leer sein.',
  },
  'Invalid argument: {0}': { ja: '引数が無効です: {0}', de: 'Ungültiges Argument: {0}' },
  'Invalid argument: {0}. Should be of type: {1}': {
    ja: '引数が無効です: {0}。次の型にしてください: {1}',
    de: 'Ungültiges Argument: {0}. Erwarteter Typ: {1}',
  },
  "The parameters ({0}) don't match the method signature for {1}.": {
    ja: 'パラメータ（{0}）が {1} のメソッドのシグネチャと一致しません。',
    de: 'Die Parameter ({0}) stimmen nicht mit der Methodensignatur für {1} überein.',
  },
  'Cannot convert {0} to {1}.': {
    ja: '{0} を {1} に変換できません。',
    de: '{0} kann nicht in {1} konvertiert werden.',
  },
  'Conditional format rule cannot reference a different sheet.': {
    ja: '条件付き書式のルールでは別のシートを参照できません。',
    de: 'Die Regel für bedingte Formatierung kann nicht auf ein anderes Tabellenblatt verweisen.',
  },
  'The data validation rule has more items than the limit of {0}. Use the “List from a range” criteria instead.': {
    ja: 'データの入力規則の項目数が上限の {0} を超えています。「リストを範囲で指定」を使用してください。',
    de: 'Die Datenvalidierungsregel hat mehr Elemente als das Limit von {0}. Verwenden Sie „Liste aus einem Bereich“.',
  },
  'Could not decode string.': {
    ja: '文字列をデコードできませんでした。',
    de: 'Der String konnte nicht decodiert werden.',
  },
  'Unparseable date: "{0}"': { ja: '日付を解析できません: "{0}"', de: 'Datum nicht lesbar: "{0}"' },

  // Fetches
  'Address unavailable: {0}': { ja: '使用できないアドレス: {0}', de: 'Adresse nicht verfügbar: {0}' },
  'Timeout: {0}': { ja: 'タイムアウト: {0}', de: 'Zeitüberschreitung: {0}' },
  'Too many redirects: {0}': { ja: 'リダイレクトが多すぎます: {0}', de: 'Zu viele Weiterleitungen: {0}' },
  'Attribute provided with invalid value: {0}': {
    ja: '属性に無効な値が指定されました: {0}',
    de: 'Attribut mit ungültigem Wert angegeben: {0}',
  },
  'Attribute provided with no value: {0}': {
    ja: '属性に値が指定されていません: {0}',
    de: 'Attribut ohne Wert angegeben: {0}',
  },
  'Limit Exceeded: {0}.': { ja: '上限を超えました: {0}。', de: 'Limit überschritten: {0}.' },
  'UrlFetch call to {0} does not match the urlFetchWhitelist of the manifest.': {
    ja: '{0} への UrlFetch の呼び出しがマニフェストの urlFetchWhitelist と一致しません。',
    de: 'Der UrlFetch-Aufruf von {0} entspricht nicht der urlFetchWhitelist des Manifests.',
  },
  'Request failed for {0} returned code {1}. Truncated server response: {2} (use muteHttpExceptions option to examine full response)':
    {
      ja: '{0} のリクエストに失敗しました（エラー: {1}）。サーバー応答の一部: {2} （応答の全文を見るには muteHttpExceptions オプションを使用してください）',
      de: 'Anfrage für {0} fehlgeschlagen, zurückgegebener Code: {1}. Gekürzte Serverantwort: {2} (vollständige Antwort mit der Option muteHttpExceptions)',
    },

  // Stores, pages, and email
  'You have exceeded the property storage quota. Please remove some properties and try again.': {
    ja: 'プロパティの保存容量の上限を超えました。一部のプロパティを削除して、もう一度お試しください。',
    de: 'Sie haben das Speicherkontingent für Eigenschaften überschritten. Entfernen Sie einige und versuchen Sie es noch einmal.',
  },
  'No HTML file named {0} was found.': {
    ja: '「{0}」という名前の HTML ファイルは見つかりませんでした。',
    de: 'Es wurde keine HTML-Datei mit dem Namen {0} gefunden.',
  },
  'Failed to send email: no recipient': {
    ja: 'メールを送信できませんでした: 受信者が指定されていません',
    de: 'E-Mail konnte nicht gesendet werden: kein Empfänger',
  },

  // Triggers
  'This script has too many triggers. Triggers must be deleted from the script before more can be added.': {
    ja: 'このスクリプトにはトリガーが多すぎます。新しいトリガーを追加する前に、スクリプトからトリガーを削除する必要があります。',
    de: 'Dieses Skript hat zu viele Trigger. Sie müssen welche löschen, bevor Sie neue hinzufügen können.',
  },
  'The Add-on has created too many {0} triggers in this document for this Google user account.': {
    ja: 'この Google ユーザー アカウントでは、このドキュメントにアドオンが作成したトリガー（{0}）が多すぎます。',
    de: 'Das Add-on hat für dieses Google-Nutzerkonto in diesem Dokument zu viele Trigger ({0}) erstellt.',
  },
  'The recurrence interval for an Add-on trigger must be at least one hour.': {
    ja: 'アドオンのトリガーの繰り返し間隔は 1 時間以上にする必要があります。',
    de: 'Das Wiederholungsintervall für einen Add-on-Trigger muss mindestens eine Stunde betragen.',
  },
  'The value you passed to everyMinutes was invalid. It must be one of 1, 5, 10, 15 or 30.': {
    ja: 'everyMinutes に渡した値が無効です。1、5、10、15、30 のいずれかにしてください。',
    de: 'Der an everyMinutes übergebene Wert ist ungültig. Zulässig sind 1, 5, 10, 15 und 30.',
  },
  'The value you passed to {0} is not allowed: {1}': {
    ja: '{0} に渡した値は使用できません: {1}',
    de: 'Der an {0} übergebene Wert ist nicht zulässig: {1}',
  },
  'No time-based schedule was set on the trigger.': {
    ja: 'トリガーに時間ベースのスケジュールが設定されていません。',
    de: 'Für den Trigger wurde kein zeitgesteuerter Zeitplan festgelegt.',
  },

  // Cells and ranges
  'Range not found': { ja: '範囲が見つかりません', de: 'Bereich nicht gefunden' },
  'Cell reference out of range': {
    ja: 'セルの参照が範囲外です',
    de: 'Zellbezug außerhalb des zulässigen Bereichs',
  },
  'The coordinates of the range are outside the dimensions of the sheet.': {
    ja: '範囲の座標がシートの外側にあります。',
    de: 'Die Koordinaten des Bereichs liegen außerhalb der Abmessungen des Tabellenblatts.',
  },
  'The number of rows in the range must be at least 1.': {
    ja: '範囲の行数は 1 以上にする必要があります。',
    de: 'Die Anzahl der Zeilen im Bereich muss mindestens 1 betragen.',
  },
  'The number of columns in the range must be at least 1.': {
    ja: '範囲の列数は 1 以上にする必要があります。',
    de: 'Die Anzahl der Spalten im Bereich muss mindestens 1 betragen.',
  },
  'The number of rows in the data does not match the number of rows in the range. The data has {0} but the range has {1}.':
    {
      ja: 'データの行数が範囲の行数と一致しません。データは {0}、範囲は {1} です。',
      de: 'Die Anzahl der Zeilen in den Daten entspricht nicht der im Bereich: {0} in den Daten, {1} im Bereich.',
    },
  'The number of columns in the data does not match the number of columns in the range. The data has {0} but the range has {1}.':
    {
      ja: 'データの列数が範囲の列数と一致しません。データは {0}、範囲は {1} です。',
      de: 'Die Anzahl der Spalten in den Daten entspricht nicht der im Bereich: {0} in den Daten, {1} im Bereich.',
    },
  'Your input contains more than the maximum of {0} characters in a single cell.': {
    ja: '入力内容が 1 つのセルの最大文字数 {0} を超えています。',
    de: 'Ihre Eingabe enthält mehr als die zulässigen {0} Zeichen in einer einzelnen Zelle.',
  },
  'This action would increase the number of cells in the workbook above the limit of {0} cells.': {
    ja: 'この操作を行うと、ブックのセル数が上限の {0} 個を超えます。',
    de: 'Durch diese Aktion würde die Anzahl der Zellen in der Arbeitsmappe das Limit von {0} überschreiten.',
  },
  'This action would increase the number of columns in the sheet above the limit of {0} columns.': {
    ja: 'この操作を行うと、シートの列数が上限の {0} 列を超えます。',
    de: 'Durch diese Aktion würde die Anzahl der Spalten im Tabellenblatt das Limit von {0} überschreiten.',
  },
  'The data you entered in cell {0} violates the data validation rules set on this cell.': {
    ja: 'セル {0} に入力したデータは、このセルに設定されているデータの入力規則に違反しています。',
    de: 'Die Daten, die Sie in Zelle {0} eingegeben haben, verstoßen gegen die Datenvalidierungsregeln dieser Zelle.',
  },
  'This operation is not allowed on cells in typed columns.': {
    ja: 'この操作は、型付きの列のセルでは実行できません。',
    de: 'Dieser Vorgang ist für Zellen in typisierten Spalten nicht zulässig.',
  },
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.':
    {
      ja: '保護されているセルやオブジェクトを編集しようとしています。編集する必要がある場合は、スプレッドシートのオーナーに保護の解除を依頼してください。',
      de: 'Sie versuchen, eine geschützte Zelle oder ein geschütztes Objekt zu bearbeiten. Bitten Sie den Eigentümer der Tabelle, den Schutz aufzuheben.',
    },
  'You must select all cells in a merged range to merge or unmerge them.': {
    ja: '結合または結合解除するには、結合された範囲内のすべてのセルを選択する必要があります。',
    de: 'Wählen Sie alle Zellen eines verbundenen Bereichs aus, um sie zu verbinden oder zu trennen.',
  },
  'The sort column {0} is out of bounds.': {
    ja: '並べ替えの列 {0} が範囲外です。',
    de: 'Die Sortierspalte {0} liegt außerhalb des zulässigen Bereichs.',
  },

  // Sheets and objects on them
  'Sheet {0} not found': { ja: 'シート {0} が見つかりません', de: 'Tabellenblatt {0} nicht gefunden' },
  'The sheet index is out of bounds.': {
    ja: 'シートのインデックスが範囲外です。',
    de: 'Der Tabellenblattindex liegt außerhalb des zulässigen Bereichs.',
  },
  'The sheet name "{0}" is not valid.': {
    ja: 'シート名「{0}」は無効です。',
    de: 'Der Tabellenblattname "{0}" ist ungültig.',
  },
  'A sheet with the name "{0}" already exists. Please enter another name.': {
    ja: '「{0}」という名前のシートは既に存在します。別の名前を入力してください。',
    de: 'Ein Tabellenblatt mit dem Namen "{0}" ist bereits vorhanden. Geben Sie einen anderen Namen ein.',
  },
  "You can't remove all the sheets in a document.": {
    ja: 'ドキュメント内のすべてのシートを削除することはできません。',
    de: 'Sie können nicht alle Tabellenblätter in einem Dokument entfernen.',
  },
  "You can't remove all the visible sheets in a document.": {
    ja: 'ドキュメント内の表示シートをすべて削除することはできません。',
    de: 'Sie können nicht alle sichtbaren Tabellenblätter in einem Dokument entfernen.',
  },
  "You can't hide all the sheets in a document.": {
    ja: 'ドキュメント内のすべてのシートを非表示にすることはできません。',
    de: 'Sie können nicht alle Tabellenblätter in einem Dokument ausblenden.',
  },
  "You can't freeze all visible rows on the sheet.": {
    ja: 'シートに表示されているすべての行を固定することはできません。',
    de: 'Sie können nicht alle sichtbaren Zeilen des Tabellenblatts fixieren.',
  },
  "You can't freeze all visible columns on the sheet.": {
    ja: 'シートに表示されているすべての列を固定することはできません。',
    de: 'Sie können nicht alle sichtbaren Spalten des Tabellenblatts fixieren.',
  },
  'Those rows are out of bounds.': {
    ja: '指定された行は範囲外です。',
    de: 'Diese Zeilen liegen außerhalb des zulässigen Bereichs.',
  },
  'Those columns are out of bounds.': {
    ja: '指定された列は範囲外です。',
    de: 'Diese Spalten liegen außerhalb des zulässigen Bereichs.',
  },
  "You can't delete all the rows on the sheet.": {
    ja: 'シートのすべての行を削除することはできません。',
    de: 'Sie können nicht alle Zeilen des Tabellenblatts löschen.',
  },
  "You can't delete all the columns on the sheet.": {
    ja: 'シートのすべての列を削除することはできません。',
    de: 'Sie können nicht alle Spalten des Tabellenblatts löschen.',
  },
  'Sorry, it is not possible to delete all non-frozen rows.': {
    ja: '固定されていない行をすべて削除することはできません。',
    de: 'Es können nicht alle nicht fixierten Zeilen gelöscht werden.',
  },
  'Sorry, it is not possible to delete all non-frozen columns.': {
    ja: '固定されていない列をすべて削除することはできません。',
    de: 'Es können nicht alle nicht fixierten Spalten gelöscht werden.',
  },
  'The name "{0}" is not valid for a named range.': {
    ja: '名前「{0}」は名前付き範囲に使用できません。',
    de: 'Der Name "{0}" ist für einen benannten Bereich ungültig.',
  },
  'Range {0} not found': { ja: '範囲 {0} が見つかりません', de: 'Bereich {0} nicht gefunden' },
  'The developer metadata does not exist.': {
    ja: 'デベロッパー メタデータが存在しません。',
    de: 'Die Entwicklermetadaten sind nicht vorhanden.',
  },
  'The developer metadata is larger than the limit.': {
    ja: 'デベロッパー メタデータが上限を超えています。',
    de: 'Die Entwicklermetadaten überschreiten das Limit.',
  },
  'Adding developer metadata to arbitrary ranges is not currently supported. Developer metadata may only be added to the top-level spreadsheet, an individual sheet, or an entire row or column.':
    {
      ja: '任意の範囲へのデベロッパー メタデータの追加は現在サポートされていません。',
      de: 'Das Hinzufügen von Entwicklermetadaten zu beliebigen Bereichen wird derzeit nicht unterstützt.',
    },
  "You can't create a filter in a sheet that already has a filter.": {
    ja: '既にフィルタがあるシートにフィルタを作成することはできません。',
    de: 'In einem Tabellenblatt, das bereits einen Filter enthält, kann kein Filter erstellt werden.',
  },
  'The column is not in the range of the filter.': {
    ja: '列がフィルタの範囲にありません。',
    de: 'Die Spalte liegt nicht im Bereich des Filters.',
  },
  'The protection does not exist.': {
    ja: '保護が存在しません。',
    de: 'Der Schutz ist nicht vorhanden.',
  },
  'The chart is not on this sheet.': {
    ja: 'グラフはこのシートにありません。',
    de: 'Das Diagramm befindet sich nicht auf diesem Tabellenblatt.',
  },
} as const satisfies Record<string, Record<Exclude<Language, 'en'>, string>>;

export type Message = keyof typeof MESSAGES;
export const messages = Object.keys(MESSAGES) as readonly Message[];

type Detail = string | number;

let usual = languageIn(process.env.HOST_LANGUAGE || 'en');

/** The language of hosts without a `language` option. */
export const usualLanguage = () => usual;

export function speakUsually(language: Language): void {
  usual = language;
}

export function languageIn(name: string): Language {
  const language = LANGUAGES.find((each) => each === name);
  if (!language) throw new Error(`Unknown language "${name}". Use one of these: ${LANGUAGES.join(', ')}.`);
  return language;
}

export function messageIn(language: Language, message: Message, details: readonly Detail[] = []): string {
  const text = language === 'en' ? message : MESSAGES[message][language];
  return text.replace(/\{(\d)\}/g, (_, index) => String(details[Number(index)]));
}

/** An exception thrown by Google. */
export class GoogleError extends Error {
  override name = 'Exception';
  readonly #message: Message;
  readonly #details: readonly Detail[];

  constructor(message: Message, ...details: Detail[]) {
    super(messageIn('en', message, details));
    this.#message = message;
    this.#details = details;
  }

  messageIn(language: Language): string {
    return messageIn(language, this.#message, this.#details);
  }
}
