/** Time zones that are offered: of every offset the ones that many people live in; the API takes any other as well. */
const BY_REGION: Readonly<Record<string, string>> = {
  Africa:
    "Accra Addis_Ababa Algiers Cairo Casablanca Dar_es_Salaam Harare Johannesburg Kampala Khartoum Kinshasa Lagos " +
    "Luanda Lusaka Maputo Nairobi Tripoli Tunis",
  America:
    "Anchorage Argentina/Buenos_Aires Bogota Caracas Chicago Denver Guatemala Halifax Havana La_Paz Lima " +
    "Los_Angeles Mexico_City Montevideo New_York Panama Phoenix Santiago Sao_Paulo St_Johns Toronto Vancouver",
  Asia:
    "Almaty Amman Baghdad Bahrain Baku Bangkok Beirut Colombo Damascus Dhaka Dubai Ho_Chi_Minh Hong_Kong Jakarta " +
    "Jerusalem Kabul Karachi Kathmandu Kolkata Kuala_Lumpur Kuwait Manila Muscat Qatar Riyadh Seoul Shanghai " +
    "Singapore Taipei Tashkent Tbilisi Tehran Thimphu Tokyo Ulaanbaatar Yangon Yerevan",
  Atlantic: "Azores Cape_Verde Reykjavik",
  Australia: "Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney",
  Europe:
    "Amsterdam Athens Belgrade Berlin Brussels Bucharest Budapest Copenhagen Dublin Helsinki Istanbul Kyiv Lisbon " +
    "London Madrid Moscow Oslo Paris Prague Rome Sofia Stockholm Vienna Warsaw Zurich",
  Indian: "Maldives Mauritius",
  Pacific: "Auckland Fiji Guam Honolulu Port_Moresby Tongatapu",
};

/** Their names, such as Asia/Kolkata, in the order of the alphabet. */
export const ZONES: readonly string[] = [
  ...Object.entries(BY_REGION).flatMap(([region, names]) => names.split(" ").map((name) => `${region}/${name}`)),
  "UTC",
];
