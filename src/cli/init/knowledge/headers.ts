/**
 * Names of columns in HR's files, by what they mean: Traditional and Simplified Chinese, English, Japanese, German, and the
 * technical names of SAP, PeopleSoft, Oracle, Workday and directories. `plain` names mean this and nothing else. `weak` names are
 * used for many things, so they only count where no plain one is there. They are compared without case, blanks, `_`, `-` and `.`.
 */

export type Meaning = keyof typeof headers;

type Names = { readonly plain: string; readonly weak?: string };

export const headers = {
  number: {
    plain:
      "工號|員編|員工編號|員工代號|員工代碼|員工號碼|員工號|職員編號|職工編號|人員編號|人員代號|人事編號|員工ID|人事代號|人员编码|人員編碼|职工编码|职员编码|personidexternal|職號|識別證號|" +
      "工号|员工编号|员工工号|员工号|员工代码|职工号|职员编号|人员编号|人员工号|" +
      "employeeno|employeenumber|employeeid|employeecode|emplid|empid|empno|empnum|empcode|employee#|employee|staffno|staffid|staffnumber|" +
      "personnelno|personnelnumber|personnelid|pernr|personno|personnumber|personid|workerid|workernumber|associateid|filenumber|payrollid|payrollno|payrollnumber|badgeno|" +
      "社員番号|社員no|社員コード|社員id|従業員番号|従業員コード|従業員no|職員番号|職員コード|" +
      "personalnummer|personalnr|persnr|persnummer|mitarbeiternummer|mitarbeiternr|mitarbeiterid|stammnummer|manr|" +
      "사번|사원번호|직원번호",
    weak: "編號|代號|代碼|編碼|编码|序號|編号|编号|代码|番号|コード|no|nr|nummer|number|id|#|code|key|emp|num|userid|benutzernr",
  },
  account: {
    plain:
      "帳號|登入帳號|使用者帳號|網域帳號|AD帳號|系統帳號|電腦帳號|帳戶|使用者名稱|使用者代號|登入名稱|登入代號|" +
      "账号|登录名|登录账号|用户名|用户账号|域账号|帐号|" +
      "account|accountname|login|loginname|loginid|username|userid|user|userlogin|networkid|networklogin|samaccountname|uid|userprincipalname|upn|oprid|usrid|ntlogin|adaccount|adlogin|logonname|windowslogin|" +
      "ログインid|ログイン名|アカウント|アカウント名|ユーザーid|ユーザid|ユーザー名|ユーザ名|利用者id|" +
      "benutzer|benutzername|benutzerkennung|kürzel|kuerzel|anmeldename|login-name|kennung|benutzerkonto|windowsbenutzer|계정|아이디",
  },
  name: {
    plain:
      "姓名|員工姓名|中文姓名|人員姓名|職員姓名|名字|姓名(中文)|員工名稱|人員名稱|" +
      "员工姓名|中文名|人员姓名|" +
      "name|fullname|employeename|displayname|personname|staffname|payrollname|legalname|workername|ename|empname|preferredname|completename|associatename|" +
      "氏名|社員名|従業員名|氏名漢字|氏名（漢字）|漢字氏名|お名前|職員氏名|社員氏名|" +
      "mitarbeiter|mitarbeitername|vollername|gesamtname|namevorname|nachnamevorname|anzeigename|" +
      "성명|이름",
  },
  givenName: {
    plain:
      "名|名字(名)|firstname|givenname|forename|first|given|vorna|employeefirstname|legalfirstname|vorname|rufname|名（漢字）|名前|nameofgiven|fname",
  },
  familyName: {
    plain:
      "姓|姓氏|lastname|surname|familyname|last|family|nachn|employeelastname|legallastname|nachname|familienname|zuname|姓（漢字）|苗字|lname",
  },
  middleName: { plain: "middlename|employeemiddlename|secondname" },
  englishName: {
    plain:
      "英文姓名|英文名|英文名字|英文拼音|外文姓名|護照英文姓名|姓名拼音|拼音|englishname|nameenglish|nameinenglish|latinname|romanname|ローマ字|ローマ字氏名|氏名ローマ字|英字氏名|フリガナ|ふりがな|氏名カナ|カナ氏名",
  },
  gender: { plain: "性別|性别|gender|sex|gesch|geschlecht|gendercode|anrede|성별|男女|男女区分" },
  idCardNumber: {
    plain:
      "身分證字號|身份證字號|身分證號|身份證號|身分證號碼|身份證號碼|身分證統一編號|統一編號|證號|身份证号|身份证号码|身份证|证件号码|idcard|idcardnumber|nationalid|idnumber|nationalidentifier|nationalidnumber|ssn|taxid|personalausweis|steuerid|sozialversicherungsnummer|svnr|マイナンバー|個人番号|주민등록번호",
  },
  birthDate: {
    plain:
      "生日|出生日期|出生年月日|出生日|生日日期|出生年月|birthdate|dateofbirth|dob|birthday|birth|born|gbdat|geburtsdatum|geburtstag|geb|gebdatum|gebam|birthdt|geboren|geborenam|生年月日|誕生日|생년월일",
  },
  phoneNumber: {
    plain:
      "手機|手機號碼|行動電話|電話|聯絡電話|連絡電話|手机|手机号|手机号码|联系电话|电话|移动电话|phone|phonenumber|mobile|mobilephone|mobilenumber|cellphone|cell|telephone|telephonenumber|workphone|businessphone|officephone|tel|telefon|telefonnummer|mobiltelefon|handy|mobil|携帯|携帯電話|携帯番号|電話番号|전화번호|휴대폰",
  },
  email: {
    plain:
      "電子郵件|電子信箱|信箱|公司信箱|郵件|E-mail|電郵|公司郵件|郵件地址|電子郵件地址|电子邮件|邮箱|电子邮箱|公司邮箱|企业邮箱|企業信箱|工作邮箱|邮件|email|emailaddress|emailaddr|mail|workemail|primaryworkemail|businessemail|companyemail|emailid|primaryemail|officeemail|e-mailadresse|emailadresse|mailadresse|dienstlichee-mail|メール|メールアドレス|eメール|社用メール|이메일",
  },
  emailEx: {
    plain:
      "私人信箱|個人信箱|備用信箱|私人電子郵件|個人電子郵件|个人邮箱|私人邮箱|personalemail|homeemail|privateemail|alternateemail|privatee-mail|otheremail|個人メール",
  },
  hireDate: {
    plain:
      "到職日|到職日期|入職日|入職日期|報到日|報到日期|到任日|就職日|到職|任職日|進廠日|到職年月日|入职日期|到职日期|到职日|入职时间|入职日|入司日期|到岗日期|" +
      "hiredate|hiredt|dateofhire|hired|datehired|startdate|start|joindate|joiningdate|dateofjoining|joineddate|joined|originalhiredate|originaldateofhire|employmentstartdate|employeehiredate|onboarddate|lasthiredate|firstdayofwork|entrydate|" +
      "入社日|入社年月日|入社日付|採用日|採用年月日|入職年月日|雇用開始日|" +
      "eintritt|eintrittsdatum|eintrittam|einstellungsdatum|einstellung|beschäftigtseit|입사일|입사일자|입사년월일",
    weak: "begda",
  },
  resignationDate: {
    plain:
      "離職日|離職日期|離職生效日|退職日|最後工作日|最後上班日|離退日|離職年月日|离职日期|离职时间|离职日|最后工作日|" +
      "terminationdate|dateoftermination|dateofexit|dateofresignation|dateofseparation|termdate|termdt|terminationdt|letzterarbeitstag|letztertag|dateofleaving|leavingdate|leavedate|lastday|lastworkingday|lastdayofwork|exitdate|resignationdate|relievingdate|separationdate|left|dateleft|" +
      "退職年月日|退社日|退社年月日|退職日付|" +
      "austritt|austrittsdatum|austrittam|ausgeschiedenam|beschäftigtbis|letzterarbeitstag|퇴사일|퇴사일자|퇴직일|퇴직일자",
    weak: "enddate|dateended|employmentenddate|employmentend|workend|結束日|結束日期|任職迄日|结束日期|終了日|beschäftigungsende|enddatum",
  },
  active: {
    plain:
      "在職|是否在職|在職否|在職註記|啟用|是否啟用|有效|是否有效|在职|是否在职|启用|启用状态|啟用狀態|有效标志|active|isactive|enabled|accountenabled|activestatus|activeflag|currentemployeeflag|isenabled|currentflag|aktiv|在籍|在籍フラグ|有効|사용여부",
  },
  inactive: {
    plain:
      "離職|是否離職|離職否|離職註記|停用|是否停用|帳號停用|离职|是否离职|停用标志|禁用|禁用状态|禁用狀態|停用状态|封存|是否封存|已封存|是否禁用|账号禁用|帳號禁用|inactive|terminated|disabled|accountdisabled|isterminated|deleted|isdeleted|deletedflag|deleteflag|delflag|delflg|刪除|是否刪除|刪除註記|已刪除|删除|是否删除|削除フラグ|gelöscht|locked|gesperrt|deaktiviert|ausgeschieden|退職フラグ|退職区分|停止",
  },
  status: {
    plain:
      "在職狀態|狀態|員工狀態|任職狀態|人員狀態|在職狀況|任職狀況|人事狀態|異動狀態|在職別|職況|在职状态|员工状态|用工状态|状态|人员状态|任职状态|雇佣状态|帳號狀態|帳戶狀態|账号状态|帐号状态|账户状态|" +
      "status|employmentstatus|employeestatus|empstatus|emplstatus|workerstatus|positionstatus|hrstatus|stat2|staffstatus|assignmentstatus|assignmentstatustype|jobstatus|personstatus|statuscode|" +
      "在籍状況|在籍区分|在職区分|在職状況|状況|就業状況|社員状態|在籍状態|雇用状態|" +
      "mitarbeiterstatus|beschäftigungsstatus|personalstatus|재직구분|재직상태",
  },
  leaveFrom: { plain: "留停起日|留職停薪起日|留停開始日|leavestart|leavestartdate|leavefrom|休職開始日|beurlaubtab" },
  leaveUntil: {
    plain:
      "留停迄日|留職停薪迄日|留停結束日|預計復職日|復職日|leaveend|leaveenddate|leaveuntil|expectedreturndate|休職終了日|beurlaubtbis",
  },
  expiredTime: {
    plain:
      "帳號到期日|帳號有效期限|帳號到期|账号到期日|accountexpires|accountexpiry|expirydate|expirationdate|アカウント有効期限|kontoablauf|kontogültigbis",
  },
  departmentCode: {
    plain:
      "部門代號|部門代碼|部門編號|單位代號|單位代碼|單位編號|部門ID|部門碼|組織代號|組織代碼|部门编码|行政部门编码|部门代码|部门编号|部门ID|组织编码|单位代码|" +
      "departmentcode|departmentid|deptcode|deptid|deptno|departmentnumber|homedepartmentcode|orgcode|orgid|orgunitid|orgunitcode|organizationid|organizationcode|orgeh|costcentercode|unitcode|costcenterid|" +
      "部門コード|所属コード|部署コード|組織コード|所属部門コード|" +
      "kostenstelle|kostenstellennr|kostenstellennummer|abteilungsnr|abteilungsnummer|abteilungscode|abtnr|oekürzel|orgeinheitnr|부서코드",
  },
  departmentName: {
    plain:
      "部門|部門名稱|單位|單位名稱|所屬部門|所屬單位|任職部門|部門別|服務單位|主職部門|主要部門|部门|部门名称|行政部门|行政部门名称|所属部门|所属组织|单位|所在部门|" +
      "department|departments|departmentname|dept|deptname|orgname|orgunitname|homedepartment|departmentdescr|deptdescr|" +
      "部署|部署名|所属|所属名|所属名称|所属部署|部門名|所属部門|" +
      "abteilung|abteilungsname|kostenstellenbezeichnung|kostenstellenname|부서|부서명|소속",
    weak:
      "組織|組織名稱|组织名称|departmentid|orgunit|organization|organizationname|organisation|businessunit|unit|unitname|team|division|subunit|supervisoryorganization|costcenter|costcentre|costcentername|orgtx|site|section|office|" +
      "組織名|bereich|bezeichnung|organisationseinheit|orgeinheit|teamname|kostenstelle",
  },
  departmentPath: {
    plain:
      "部門路徑|組織路徑|部門全名|組織全名|部門完整名稱|完整部門|部門全稱|部门路径|部门全称|组织路径|组织全称|departmentpath|orgunitpath|orgpath|fulldepartment|organizationpath|organisationpath|hierarchy|所属フルパス|部署パス|組織パス|abteilungspfad|organisationspfad|orgpfad",
  },
  parent: {
    plain:
      "上級部門|上層部門|上級單位|上級部門代號|上層部門代號|上級部門代碼|上層部門代碼|上級單位代號|母部門|父部門|隸屬部門|上级部门|上级部门编码|上级部门代码|上级组织|parent|parentcode|parentid|parentdepartment|parentdept|parentdeptid|parentdepartmentid|parentdepartmentcode|parentorg|parentorgid|parentorgunit|parentunit|superiororg|superiororgunit|reportstodepartment|above|objup|parentcostcenter|上位部門|上位部門コード|上位組織コード|上位組織|親部門|親組織|親コード|übergeordneteabteilung|übergeordnet|übergeordneteeinheit|oberabteilung|상위부서",
  },
  departmentManager: {
    plain:
      "部門主管|單位主管|部門主管代號|部門主管代碼|部門主管編號|部門主管工號|部門主管員編|部門主管姓名|部門主管帳號|單位主管工號|部門負責人|部門經理|部门负责人|部门主管|部门经理|departmentmanager|departmenthead|deptmanager|depthead|head|managedby|seealso|manager|managerid|unithead|orgmanager|部門長|部署長|所属長|部門責任者|abteilungsleiter|abteilungsleitung|leiter|leitung|bereichsleiter|kostenstellenverantwortlicher|부서장",
    weak: "主管|負責人|责任者",
  },
  supervisor: {
    plain:
      "主管|直屬主管|直接主管|直屬上司|上司|主管姓名|主管工號|主管員編|主管編號|主管帳號|直屬主管工號|直屬主管姓名|直屬主管員編|直屬主管編號|簽核主管|一階主管|直屬主管代號|直屬主管代碼|直屬主管帳號|直屬主管信箱|直屬主管email|主管代號|主管代碼|主管信箱|主管email|上級主管|直接上级|直属上级|上级|直属主管|汇报对象|直接主管工号|上级工号|直线经理|直线经理工号|直线经理姓名|直线主管|直接上级工号|" +
      "manager|managerid|managername|manageremail|managernumber|supervisor|supervisorid|supervisorname|supervisornumber|supervisoremail|reportsto|reportingto|reportstofilenumber|reportstoid|reportstoname|linemanager|boss|directmanager|manageremployeeid|manageremployeenumber|managerlogin|supervisorlogin|mgr|mgrid|mstbr|supervisoremplid|workersmanager|" +
      "上長|上司|直属上司|上長社員番号|上長コード|上司社員番号|上司氏名|上長氏名|承認者|管理者|" +
      "vorgesetzter|vorgesetzte|vorgesetzternr|vorgesetztenr|vorgesetztennr|vorgesetztennummer|vorgesetzterpersnr|vorgesetztenpersonalnummer|vorgesetzterpersonalnummer|vorgesetztere-mail|vorgesetzte(r)|führungskraft|disziplinarischervorgesetzter|fachvorgesetzter|직속상사|상사",
    weak: "parentid",
  },
  titleCode: {
    plain:
      "職稱代號|職稱代碼|職務代號|職務代碼|職位代碼|職位代號|职位编码|职务编码|岗位编码|职务代码|jobcode|titlecode|jobtitlecode|positioncode|positionid|plans|stell|jobid|gradecode|役職コード|職位コード|stellencode|stellennr|positionsnr",
  },
  titleName: {
    plain:
      "職稱|職稱名稱|職務|職務名稱|職位|職位名稱|職銜|主職職稱|头衔|职位|职务|职称|岗位|职位名称|岗位名称|职务名称|title|jobtitle|position|positionname|positiontitle|jobname|designation|businesstitle|役職|役職名|職位名|職名|肩書|position|stelle|stellenbezeichnung|berufsbezeichnung|tätigkeit|positionsbezeichnung|직급|직위|직책",
    weak: "funktion|職等|職級|级别|job|grade|role|rolename",
  },
  rank: {
    plain: "職等|簽核等級|簽核階層|職稱階層|階層|等級|職級|rank|ranking|signrank|titlerank|順位|ランク|rang|stufe",
  },
  unit: {
    plain:
      "公司|公司別|公司名稱|事業群|事業處|事業部|本部|處|處別|中心|部|部別|課|課別|科|科別|組|組別|班別|廠|廠別|一級部門|二級部門|三級部門|一級單位|二級單位|三級單位|" +
      "一级部门|二级部门|三级部门|事业部|分公司|company|companyname|legalentity|group|division|subdivision|directorate|section|team|branch|area|l1|l2|l3|l4|l5|level1|level2|level3|level4|orglevel1|orglevel2|orglevel3|" +
      "会社|本部名|部|部名|課|課名|係|係名|グループ|bereich|hauptabteilung|gruppe|werk|gesellschaft|firma|ressort|" +
      "본부|사업부|실|팀|파트",
  },
  company: {
    plain:
      "公司|公司別|公司名稱|公司代號|公司代碼|公司編號|公司碼|所屬公司|所屬公司別|法人|法人別|公司编号|公司代码|公司编码|公司名称|所属公司|" +
      "company|companyname|companycode|companyid|companyno|legalentity|legalentityname|legalentitycode|legalemployer|employer|entity|bukrs|" +
      "会社|会社名|会社コード|所属会社|所属会社名|法人名|会社名称|" +
      "gesellschaft|firma|firmennr|firmenname|buchungskreis|mandant|konzerngesellschaft|rechtseinheit|회사|회사코드|회사명|법인",
  },
  order: {
    plain:
      "排序|順序|顯示順序|排列順序|排序號|sort|sortorder|order|displayorder|seq|sequence|sortno|並び順|表示順|reihenfolge|sortierung",
  },
  description: { plain: "說明|描述|備註說明|description|beschreibung|説明" },
  validFrom: {
    plain:
      "生效日|生效日期|異動生效日|异动生效日|eventdate|effectivefrom|effectiveasof|effectiveasofdate|assignmenteffectivestartdate|effdt|begda|effectivedate|effectivestartdate|validfrom|gültigab|gültigvon|适用开始日期|発令日|適用開始日",
  },
  validUntil: {
    plain:
      "失效日|失效日期|終止日期|endda|effectiveenddate|effectiveuntil|effectiveto|assignmenteffectiveenddate|validto|validuntil|gültigbis|適用終了日",
  },
  main: {
    plain:
      "主職|是否主職|主要職務|主要|兼職否|主兼職|primary|isprimary|primaryflag|mainpost|ismain|primaryjob|primaryassignment|hauptstelle|haupt|本務|本務兼務区分|主務",
  },
} as const satisfies Readonly<Record<string, Names>>;

/** Names of columns in a table of departments alone: elsewhere a code or a level may be anything's. */
export const departmentTableHeaders = {
  code: "代碼|代號|編號|编码|编号|代码|code|id|no|nr|コード|番号|kürzel|kennung|schlüssel|코드",
  level:
    "層級|層級代碼|層級代號|部門層級|單位層級|組織層級|部門等級|部門級別|組織等級|等級|階層|級別|层级|层级编码|部门层级|组织层级|部门级别|部门等级|级别|" +
    "level|levelcode|levelid|departmentlevel|departmentlevelcode|deptlevel|deptlevelcode|orglevel|organizationlevel|unitlevel|hierarchylevel|" +
    "レベル|部門レベル|組織レベル|部門階層|組織階層|ebene|hierarchieebene|organisationsebene|abteilungsebene|레벨|부서레벨",
  levelName:
    "層級名稱|部門層級名稱|等級名稱|階層名稱|级别名称|层级名称|部门层级名称|levelname|departmentlevelname|deptlevelname|orglevelname|レベル名|階層名|ebenenname",
} as const;

/** Words in a header that give it another subject, so that the rest of it does not say what the column is. */
export const otherSubjects =
  /(?<![主務])兼[任職務职务]|第二部[門门]|支援部|支援單位|\bsecond|\bother ?department|\bindirect|skip[ -]?level|\badditional|\balternat|\bacting|\binterim|\bhr[ -]?(?:manager|bp|business)|\bproject|\b2nd|next[ -]?level|manager.?s manager|隔級|隔级|間接|间接|代理|職代|舊|原|前次|前任|介紹|推薦|建立|修改|異動人|緊急|眷屬|聯絡人|联络人|联系人|保證人|保证人|受益人|子女|父親|母親|配偶|保險|銀行|帳戶號|卡|old|former|previous|deputy|delegate|creator|created[ _]?by|modified|updated|emergency|spouse|\bkin\b|depend[ae]nt|nominee|guarantor|beneficiar|contact ?person|\bfather|\bmother|\bchild|probation|approver|reviewer|bank|insur|card(?!inal)|recruit|referr|passport|visa|permit|licen[cs]e|certificat|vacation|holiday|assistant|matrix|functional|dotted|mentor|buddy|護照|护照|簽證|签证|證照|证照|特休|年假|助理|矩陣|矩阵|虛線|虚线|職能主管|功能主管|旧|元の|緊急|代理人|stellvertret|notfall|konto(?:nr|nummer)|alte/iu;

/** Headers of a row number, which says nothing about a person. */
export const sequenceHeaders =
  /^(?:序號|項次|序|流水號|序号|行号|項番|連番|lfdnr|lfd\.?nr\.?|pos|row|rowno|rownum|rownumber|line|lineno|seqno|sno|sn)$/iu;
