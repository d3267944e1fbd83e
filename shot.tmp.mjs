import { chromium } from "playwright-core";
const B="http://127.0.0.1:18180";
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox","--disable-gpu"]});
const [path,name]=process.argv.slice(2);
const kinds=(process.argv[4]??"1440,dark,390,820,ar,nojs").split(",");
for(const k of kinds){
  const w=k==="390"||k==="nojs"?390:k==="820"?820:1440;
  const c=await b.newContext({viewport:{width:w,height:900},locale:"en-GB",javaScriptEnabled:k!=="nojs",colorScheme:k==="dark"?"dark":"light"});
  if(k==="dark") await c.addCookies([{name:"prefs",value:Buffer.from(JSON.stringify({skin:"auto"})).toString("hex"),domain:"127.0.0.1",path:"/"}]);
  const p=await c.newPage(); p.on("console",m=>["error","warning"].includes(m.type())&&console.log(k,m.text())); p.on("pageerror",e=>console.log(k,e.message));
  await p.goto(B+path+(k==="ar"?(path.includes("?")?"&":"?")+"hl=ar":""));
  await p.fill("input[name=email]","admin@demo.com");await p.fill("input[name=password]","admin");
  await Promise.all([p.waitForURL(u=>!u.pathname.includes("/login")),p.press("input[name=password]","Enter")]);
  await p.waitForTimeout(1500);
  await p.screenshot({path:`/tmp/shots/${name}-${k}.png`,fullPage:process.argv[5]==="full"});
  console.log(k,await p.evaluate(()=>document.documentElement.scrollWidth).catch(()=>""));
  await c.close();
}
await b.close();
